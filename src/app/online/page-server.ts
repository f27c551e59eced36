import type { ServerAt } from '#sync/browser-runtime.ts';
import { tokenInCookie } from '#sync/token-cookie.ts';

/** Build-time address of the server; empty = the page's own origin. */
export const BASE_URL: string = import.meta.env['VITE_API_BASE_URL'] ?? '';

/** The server as a page reaches it. */
export const PAGE_SERVER: ServerAt = {
  baseUrl: BASE_URL,
  tokenInCookie,
};
