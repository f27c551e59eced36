// Where the person is logged in besides here (S156). Asked while the person waits, and kept nowhere
// on the device.

import { PATHS } from '#contract/paths.ts';
import { type OwnSession, readOwnSessions } from '#contract/read-own-sessions.ts';
import { client, serverReply } from './client.ts';
import { directWrite, type WriteRefused } from './direct-write.ts';

/** The person's sessions; null without an answer, or from a server that does not list them. */
export async function listOwnSessions(): Promise<readonly OwnSession[] | null> {
  const answer = serverReply(await client.request({ method: 'GET', path: PATHS.ownSessions }));
  return answer === null || answer.status !== 200 ? null : readOwnSessions(answer.json);
}

/**
 * Ends the session of one other login, or of all others (`login` null). `password`: the present
 * one.
 */
export async function endOwnSessions(asked: {
  readonly login: string | null;
  readonly password: string;
  readonly userId: number;
  readonly key: string;
}): Promise<{ readonly kind: 'done' } | WriteRefused> {
  const { login, password, userId, key } = asked;
  const proof = [['password_current', password] as const];
  const fields = login === null ? proof : [['login', login] as const, ...proof];
  const answer = await directWrite({ path: PATHS.ownSessions, method: 'DELETE', fields, userId, key });
  return answer.kind === 'done' ? { kind: 'done' } : answer;
}
