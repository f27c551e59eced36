// The login that makes a device a shared tablet ends the session before it. A request of that
// session is refused while the login is still under way.

import * as atWork from '#app/features/shell/session/is-at-work.ts';
import * as sharing from '#app/online/share-device.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, find, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

afterEach(() => vi.restoreAllMocks());

test('the screen stays while the device is being shared, although the session before has ended', async () => {
  let share: () => void = () => undefined;
  vi.spyOn(sharing, 'shareDevice').mockReturnValue(new Promise((resolve) => (share = () => resolve({ kind: 'done' }))));
  const asked = vi.spyOn(atWork, 'mayShowLogin');
  const mirror = await openTown('Super Admin');
  const { address } = await openScreen({ mirror, path: '/admin/device' });
  await press('button', 'Usar como tablet compartilhado…');
  await fill('Senha', 'x');
  const widget = await until(() => document.querySelector('altcha-widget') ?? Promise.reject(new Error('no check')));
  const send = await find('button', 'Compartilhar este aparelho');
  await until(() => {
    widget.dispatchEvent(new CustomEvent('statechange', { detail: { state: 'verified', payload: 't' } }));
    expect(send.hasAttribute('disabled')).toBe(false);
  });
  send.click();
  const tell = (auth: 'ok' | 'needs-login') =>
    writeMeta(mirror, { name: 'connection', value: { network: 'ok', auth } });
  await tell('needs-login');
  await until(() => expect(asked).toHaveBeenCalled());
  // By then a screen that does not wait has led to the login.
  for (let read = 0; read < 20; read += 1) await mirror.drafts.count();
  await tell('ok');
  share();
  await seesText('Este aparelho agora é compartilhado');
  await Promise.all(asked.mock.results.map(({ value }) => value));
  expect(address()).toBe('/admin/device');
});
