// Decides which kind of server there is; no other file does. A caller passes its way for a server
// with a feed, and gets that way or the adapter's for a server without one.

import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { serverOffers } from '#mirror/store/position.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createClient } from './client.ts';
import { createConnection } from './connection.ts';
import type { PlainServer, PullParts, ServerWays } from './parts.ts';
import type { SyncClient, SyncRuntime } from './runtime.ts';

type ServerContext = { readonly mirror: Mirror; readonly plain: PlainServer };

/** The ways for the kind of server that this device met last. */
export async function waysOf<Way extends keyof ServerWays>(
  { mirror, plain }: ServerContext,
  feed: Pick<ServerWays, Way>,
): Promise<Pick<ServerWays, Way>> {
  return (await serverOffers(mirror)).feed ? feed : plain();
}

/**
 * The ways to send a command. Where a server without keys got the last attempt and its answer was
 * lost, the command is looked for there, whatever the server offers now.
 */
export async function waysFor<Way extends keyof ServerWays>(
  at: ServerContext & { readonly command: OutboxCommand },
  feed: Pick<ServerWays, Way>,
): Promise<Pick<ServerWays, Way>> {
  const { unkeyed, answerLost } = at.command;
  return unkeyed === true && answerLost === true ? at.plain() : waysOf(at, feed);
}

/** The ways for the kind of server that got the last attempt of a command. */
export async function waysOfAttempt<Way extends keyof ServerWays>(
  { command, plain }: { readonly command: OutboxCommand; readonly plain: PlainServer },
  feed: Pick<ServerWays, Way>,
): Promise<Pick<ServerWays, Way>> {
  return command.unkeyed === true ? plain() : feed;
}

/** The parts of a pull over a mirror: one set for each page or worker. */
export function pullParts(runtime: SyncRuntime, { store, plain }: Pick<PullParts, 'store' | 'plain'>): PullParts {
  const over = createClient(runtime);
  const client: SyncClient = {
    request: (call) => over.request(call),
    probe: async () => (await waysOf({ ...runtime, plain }, FEED)).probe(over),
  };
  return { runtime, client, connection: createConnection(runtime.mirror), store, plain };
}

const FEED = { probe: (client: SyncClient) => client.probe() };
