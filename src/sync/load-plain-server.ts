import type { PlainServer } from './parts.ts';

/**
 * For pages, whose first load does not have it. The worker is one script and has it from its start
 * (sync-parts.ts).
 */
export const loadPlainServer: PlainServer = async () => (await import('./plain-server/plain-server.ts')).PLAIN_SERVER;
