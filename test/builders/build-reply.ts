import type { Reply } from '#sync/reading.ts';

/** What a server answers, with `json` as its body; a body that is no JSON, as a page, is undefined. */
export function buildReply(status: number, json?: unknown, overrides: Partial<Reply> = {}): Reply {
  return { kind: 'reply', status, redirected: false, json, header: () => null, ...overrides };
}
