// By whom a request was asked, as far as its headers tell (S153). A link on any site makes a
// browser ask with the person's cookies, so what a GET leaves behind depends on this.

import type { FastifyRequest } from 'fastify';

/**
 * `page`: by a script of our own pages. `elsewhere`: by a navigation of any origin, or by another
 * origin. `unknown`: the browser does not say, because it is old or the address is plain http, or
 * the client is not a browser.
 */
export type AskedBy = 'page' | 'elsewhere' | 'unknown';

export function askedBy({ headers }: FastifyRequest): AskedBy {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return 'unknown';
  return site === 'same-origin' && headers['sec-fetch-mode'] !== 'navigate' ? 'page' : 'elsewhere';
}
