// A person who leaves without a network leaves the browser's cookie behind, which no script can
// delete. So the device remembers the logout, and the first contact of any page or worker ends that
// session. Every other request waits until then (S33).

import { PATHS } from '#contract/paths.ts';
import type { Call, ClientParts, GatedClient, SyncClient } from './sync-client.ts';
import { type Answer, type Failure, readingOf } from './reading.ts';

/** One context at a time: a late logout must not end the session of a login that came after it. */
const LOCK = 'malote-owed-logout';

/** `client`, with a logout that is owed settled before each of its calls. */
export function afterOwedLogout(
  client: SyncClient,
  { locks, owedLogout }: Pick<ClientParts, 'locks' | 'owedLogout'>,
): GatedClient {
  /**
   * Null when no logout is owed any more; otherwise the failure that prevents it, and the caller's
   * request is not sent.
   */
  async function settle(signal?: AbortSignal): Promise<Failure | null> {
    if (!(await owedLogout.isOwed())) return null;
    return locks.request(LOCK, {
      mode: 'exclusive',
      ifAvailable: false,
      async work() {
        if (!(await owedLogout.isOwed())) return null;
        const ask = (call: Call) => client.request(signal === undefined ? call : { ...call, signal });
        const body = { erased: await owedLogout.erased() };
        const answer = await ask({ method: 'POST', path: PATHS.logout, body });
        // Another server need not answer as ours does: where it refuses nothing, the device asks it
        // who is logged in (S113).
        const isRefused = answer.kind === 'failure' || answer.status >= 400;
        if (!isOver(answer) && (isRefused || !isOver(await ask({ method: 'GET', path: PATHS.user }))))
          return { kind: 'failure', sent: false, reason: reasonOf(answer) };
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

/**
 * Whether our server says that the session is over, or was already. A portal's page and a server in
 * trouble prove nothing.
 */
function isOver(answer: Answer): boolean {
  const reading = readingOf(answer);
  if (reading.kind === 'login') return reading.session === 'ended';
  return reading.kind === 'ours' && reading.reply.status === 204;
}

function reasonOf(answer: Answer): Failure['reason'] {
  return answer.kind === 'failure' ? answer.reason : 'network';
}
