// The human check while its challenge is being solved. The widget itself needs a secure context, so
// its element stands here without its code, and the test tells what the widget would tell.

import { Mirror } from '#mirror/store/schema.ts';
import { expect, test, vi } from 'vitest';
import { fill, find, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';

const login = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('#app/online/login.ts', () => ({ login }));
vi.mock('#app/online/human-check.ts', () => ({ CHALLENGE_URL: '/challenge', CONFIGURATION: '{}' }));

const isOff = async (button: string) => (await find('button', button)).hasAttribute('disabled');

/** The element in the microtask after the task that draws it. */
function drawn(css: string): Promise<Element> {
  return new Promise((resolve) => {
    const look = () => {
      const found = document.querySelector(css);
      if (found === null) return;
      watch.disconnect();
      resolve(found);
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true });
    look();
  });
}

test('while the challenge of the ticked box is solved, nothing is said to be missing, and nothing can be sent', async () => {
  await openScreen({ mirror: new Mirror('nobody'), path: '/recover-password' });
  await fill('E-mail', 'ana@example.test');
  await seesText('Falta: marcar “Não sou um robô”');
  // The widget may begin as soon as it is drawn.
  const widget = await drawn('altcha-widget');
  const turn = (state: string, payload: string | null = null) =>
    widget.dispatchEvent(new CustomEvent('statechange', { detail: { state, payload } }));
  turn('verifying');
  await until(() => expect(document.body.textContent).not.toContain('Falta:'));
  expect(await isOff('Solicitar')).toBe(true);
  turn('verified', 'token');
  await until(async () => expect(await isOff('Solicitar')).toBe(false));
});

test('a login that fails for a reason of this device says so, and can be tried again with a new check', async () => {
  const trouble = new Error('the database does not answer');
  login.mockRejectedValueOnce(trouble);
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  await openScreen({ mirror: new Mirror('nobody'), path: '/login' });
  await fill('E-mail', 'ana@example.test');
  await fill('Senha', 'segredo');
  const widget = await drawn('altcha-widget');
  widget.dispatchEvent(new CustomEvent('statechange', { detail: { state: 'verified', payload: 'token' } }));
  await until(async () => expect(await isOff('entrar')).toBe(false));
  await press('button', 'entrar');
  await seesText('Falta: marcar “Não sou um robô”');
  await seesText('Não foi possível entrar. Recarregue a página e tente de novo.');
  await until(() => expect(document.activeElement?.textContent).toContain('Não foi possível entrar.'));
  expect(reported).toHaveBeenCalledWith(trouble);
});
