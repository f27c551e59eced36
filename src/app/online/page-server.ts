import type { ServerAt } from '#sync/browser-runtime.ts';
import { tokenInCookie } from '#sync/token-cookie.ts';
import { BASE_URL } from './base-url.ts';

/** The server as a page reaches it. */
export const PAGE_SERVER: ServerAt = {
  baseUrl: BASE_URL,
  tokenInCookie,
};
