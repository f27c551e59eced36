import type { PlainServer } from './parts.ts';

/**
 * Loads the adapter for a server without keys, when a page needs it. The worker is one script and
 * has the adapter from its start (sync-parts.ts).
 */
export const loadPlainServer: PlainServer = async () => (await import('./plain-server/plain-server.ts')).PLAIN_SERVER;
