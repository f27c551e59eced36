import type { Reply } from '#sync/reading.ts';

/** What a server answers, with `json` as its body; where that is undefined, a page. */
export function buildReply(status: number, json?: unknown, overrides: Partial<Reply> = {}): Reply {
  const header = (name: string) => (json === undefined && name === 'Content-Type' ? 'text/html' : null);
  return { kind: 'reply', status, redirected: false, json, header, ...overrides };
}
