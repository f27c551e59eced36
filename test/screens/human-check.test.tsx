// The human check while its challenge is being solved. The widget itself needs a secure context, so
// its element stands here without its code, and the test tells what the widget would tell.

import { Mirror } from '#mirror/store/schema.ts';
import { expect, test, vi } from 'vitest';
import { fill, find, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';

vi.mock('#app/online/human-check.ts', () => ({ CHALLENGE_URL: '/challenge', CONFIGURATION: '{}' }));

const isOff = async (button: string) => (await find('button', button)).hasAttribute('disabled');

test('while the challenge of the ticked box is solved, nothing is said to be missing, and nothing can be sent', async () => {
  await openScreen({ mirror: new Mirror('nobody'), path: '/recover-password' });
  await fill('E-mail', 'ana@example.test');
  await seesText('Falta: marcar “Não sou um robô”');
  const widget = await until(() => {
    const found = document.querySelector('altcha-widget');
    if (found === null) throw new Error('the check is not drawn');
    return found;
  });
  const turn = (state: string, payload: string | null = null) =>
    widget.dispatchEvent(new CustomEvent('statechange', { detail: { state, payload } }));
  turn('verifying');
  await until(() => expect(document.body.textContent).not.toContain('Falta:'));
  expect(await isOff('Solicitar')).toBe(true);
  turn('verified', 'token');
  await until(async () => expect(await isOff('Solicitar')).toBe(false));
});
