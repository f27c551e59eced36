import type { ServerAt } from '#sync/browser-runtime.ts';
import { BASE_URL } from './base-url.ts';

/** The server as a page reaches it. Ours says the token in a header, so the code for a cookie is no part of the first load. */
export const PAGE_SERVER: ServerAt = {
  baseUrl: BASE_URL,
  tokenInCookie: () => import('#sync/token-cookie.ts').then((cookie) => cookie.tokenInCookie()).catch(() => null),
};
