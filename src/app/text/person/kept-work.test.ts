import { expect, it } from 'vitest';
import { keptNotice } from './kept-work.ts';

it.each([
  ['nothing is kept', {}, null],
  ['a count of zero', { 7: { unsent: 0, drafts: 0 } }, null],
  ['one gesture', { 7: { unsent: 1, drafts: 0 } }, '1 item está guardado neste aparelho'],
  ['both kinds', { 7: { unsent: 2, drafts: 1 } }, '3 itens estão guardados neste aparelho'],
  [
    'two people keep work',
    { 7: { unsent: 1, drafts: 0 }, 8: { unsent: 0, drafts: 2 } },
    '3 itens estão guardados neste aparelho',
  ],
] as const)('the login counts kept work and says neither whose nor what it is: %s', (_case, kept, title) => {
  expect(keptNotice(kept)?.title ?? null).toBe(title);
});

it.each([
  ['a draft', { unsent: 0, sendable: 0, drafts: 1 }, ''],
  ['one that can be sent', { unsent: 1, sendable: 1, drafts: 0 }, ' É enviado assim que você entrar, com o seu nome.'],
  [
    'one that can be sent, and a draft',
    { unsent: 1, sendable: 1, drafts: 1 },
    ' O que não foi enviado sai assim que você entrar, com o seu nome.',
  ],
  ['one that was refused', { unsent: 1, sendable: 0, drafts: 0 }, ' O que precisa de você espera por você.'],
  [
    'one that can be sent, and one that was refused',
    { unsent: 2, sendable: 1, drafts: 0 },
    ' O que pode ser enviado sai assim que você entrar, com o seu nome. O que precisa de você espera por você.',
  ],
  [
    'one of a version that did not count what can be sent',
    { unsent: 1, drafts: 0 },
    ' O que precisa de você espera por você.',
  ],
])('the login promises to send only what waits to be sent: %s', (_case, kept, after) => {
  const own = kept.unsent + kept.drafts === 1 ? 'Se é seu' : 'Se são seus';
  expect(keptNotice({ 7: kept })?.body).toBe(`${own}, entre e continue.${after} Ninguém mais consegue abrir.`);
});

it('the login says that nobody else opens it only where all of it is sealed', () => {
  const [sealed, plain] = [
    { unsent: 0, drafts: 1 },
    { unsent: 0, drafts: 1, unsealed: 'failed' },
  ] as const;
  expect(keptNotice({ 7: sealed, 8: sealed })?.body).toContain('Ninguém mais consegue abrir.');
  expect(keptNotice({ 7: sealed, 8: plain })?.body).toBe('Se são seus, entre e continue.');
});
