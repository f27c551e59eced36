import { expect, test } from 'vitest';
import { createLocks } from '../../test/fakes/locks.ts';
import { changeSession, SESSION_LOCK } from './session-gate.ts';

test('a login asks contexts that send to stop, and begins only when they have stopped', async () => {
  const locks = createLocks();
  const said: string[] = [];
  let stopSending: () => void = () => undefined;
  const sending = locks.of('worker').request(SESSION_LOCK, {
    mode: 'shared',
    ifAvailable: true,
    work: async () => {
      await new Promise<void>((resolve) => {
        stopSending = resolve;
      });
      said.push('sent');
    },
  });
  const signals = {
    announce() {
      said.push('announced');
      stopSending();
    },
    listen: () => () => undefined,
  };
  const login = changeSession({ locks: locks.of('page'), signals }, async () => {
    said.push('logged in');
    const drain = { mode: 'shared', ifAvailable: true, work: async (held: boolean) => held } as const;
    said.push(`drain may begin: ${String(await locks.of('worker').request(SESSION_LOCK, drain))}`);
  });
  await Promise.all([sending, login]);
  expect(said).toEqual(['announced', 'sent', 'logged in', 'drain may begin: false']);
});
