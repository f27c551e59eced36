// Who leaves without a network leaves the browser's cookie behind, which no script can delete. So leaving is remembered by
// the device, and the first contact of any page or worker ends that session; whatever else was to be sent waits for it (S33).

import { PATHS } from '#contract/paths.ts';
import type { Call, ClientParts, GatedClient, SyncClient } from './sync-client.ts';
import { readingOf } from './reading.ts';
import type { Answer, Failure } from './reply.ts';

/** One context at a time: a logout that is late must not end the session of a login that came after it. */
const LOCK = 'malote-owed-logout';

/** `client` with that condition before each of its calls. */
export function afterOwedLogout(
  client: SyncClient,
  { locks, owedLogout }: Pick<ClientParts, 'locks' | 'owedLogout'>,
): GatedClient {
  /** Null when nothing is owed (any more); otherwise what stands in the way: the caller's own request is not sent. */
  async function settle(signal?: AbortSignal): Promise<Failure | null> {
    if (!(await owedLogout.isOwed())) return null;
    return locks.request(LOCK, {
      mode: 'exclusive',
      ifAvailable: false,
      async work() {
        if (!(await owedLogout.isOwed())) return null;
        const call: Call = { method: 'POST', path: PATHS.logout };
        const answer = await client.request(signal === undefined ? call : { ...call, signal });
        if (!isOver(answer)) return { kind: 'failure', sent: false, reason: reasonOf(answer) };
        await owedLogout.settled();
        return null;
      },
    });
  }

  return {
    request: async (call) => (await settle(call.signal)) ?? client.request(call),
    probe: async () => ((await settle()) === null ? client.probe() : 'offline'),
    settleLogout: async () => (await settle()) === null,
  };
}

/** Our server's own word that the session is over, or was already. A portal's page and a server in trouble say nothing. */
function isOver(answer: Answer): boolean {
  const reading = readingOf(answer);
  if (reading.kind === 'login') return reading.session === 'ended';
  return reading.kind === 'ours' && reading.reply.status === 204;
}

function reasonOf(answer: Answer): Failure['reason'] {
  return answer.kind === 'failure' ? answer.reason : 'network';
}
