// What the screens before the login show. What their buttons do stands in entry.test.tsx.

import { VERSION } from '#contract/version.ts';
import { updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { expect, it, vi } from 'vitest';
import { openTestMirror } from '../builders/open-test-mirror.ts';
import { all, nameOf } from './harness/accessible.ts';
import { field, fill, find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';

/** A device without a logged-in person. */
async function openAlone(path: string) {
  const mirror = await openTestMirror();
  await mirror.meta.delete('session');
  return openScreen({ mirror, path });
}

it('the login has e-mail, password, "Ficar logado", "Esqueci a senha", the human check and "entrar"', async () => {
  await openAlone('/login');
  expect((await field('E-mail')).getAttribute('type')).toBe('email');
  expect((await field('Senha')).getAttribute('type')).toBe('password');
  expect(names('checkbox')).toContain('Ficar logado neste aparelho, também sem internet');
  expect((await find('link', 'Esqueci a senha')).getAttribute('href')).toBe('/recover-password');
  await seesText('Não sou um robô');
  await find('button', 'entrar');
  await seesText(`Versão ${VERSION}`);
});

it.each([
  ['in a browser', 'desk', false],
  ['in a browser', 'phone', true],
  ['installed', 'desk', true],
] as const)('%s on a %s "Ficar logado" is ticked: %s', async (where, width, isTicked) => {
  const mirror = await openTestMirror();
  await mirror.meta.delete('session');
  const before = window.matchMedia;
  window.matchMedia = (media) =>
    where === 'installed' && media.includes('display-mode: standalone')
      ? Object.defineProperty(before(media), 'matches', { value: true })
      : before(media);
  try {
    await openScreen({ mirror, path: '/login', width });
    const box = await find('checkbox', 'Ficar logado neste aparelho, também sem internet');
    expect((box as HTMLInputElement).checked).toBe(isTicked);
  } finally {
    window.matchMedia = before;
  }
});

it('without internet the login says that the browser was closed without "Ficar logado", and what to do', async () => {
  await updateDeviceFacts({ wasClosed: true });
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  try {
    await openAlone('/login');
    await seesText('O navegador foi fechado sem “Ficar logado neste aparelho”');
    expect(pageText()).toContain('Conecte-se e entre');
  } finally {
    offline.mockRestore();
    await updateDeviceFacts({ wasClosed: false });
  }
});

it('the login says what it still needs', async () => {
  await openAlone('/login');
  await seesText('Falta: e-mail, senha e marcar “Não sou um robô”');
  await fill('E-mail', 'ana@pmvi.example');
  await seesText('Falta: senha e marcar “Não sou um robô”');
  expect((await find('button', 'entrar')).hasAttribute('disabled')).toBe(true);
});

it('the password of the login is shown and hidden by its toggle', async () => {
  await openAlone('/login');
  await press('button', 'Mostrar senha');
  await until(async () => expect((await field('Senha')).getAttribute('type')).toBe('text'));
  await press('button', 'Mostrar senha');
  await until(async () => expect((await field('Senha')).getAttribute('type')).toBe('password'));
});

it('contact, demonstration and social links that are not configured are hidden', async () => {
  await openAlone('/login');
  await find('heading', 'Entrar');
  expect(all('link').map(nameOf)).toEqual([
    expect.stringContaining('Ir para o conteúdo'),
    expect.stringContaining('Ir para o rodapé'),
    'Esqueci a senha',
    'Conferir comprovante',
    'Acessibilidade',
    'Privacidade',
  ]);
});

it('the recovery of a password has a way back, an e-mail and "Solicitar"', async () => {
  await openAlone('/recover-password');
  expect((await find('link', 'Voltar para entrar')).getAttribute('href')).toBe('/login');
  await field('E-mail');
  await find('button', 'Solicitar');
});

it('the new password takes the e-mail of its link, and has two fields and "Criar"', async () => {
  await openAlone('/password-reset/abc?email=ana%40example.test');
  expect((await field('Nova senha')).getAttribute('placeholder')).toBe('Com pelo menos 6 caracteres');
  await field('Repetir a senha');
  await find('button', 'Criar');
  expect(document.querySelector<HTMLInputElement>('input[name=email]')?.value).toBe('ana@example.test');
});
