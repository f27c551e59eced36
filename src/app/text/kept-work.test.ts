import { expect, it } from 'vitest';
import { keptNotice } from './kept-work.ts';

const ANA = { userId: 7, name: 'Ana Clara' };

it.each([
  ['nothing is kept', {}, ANA, null],
  ['a count of zero', { 7: { unsent: 0, drafts: 0 } }, ANA, null],
  [
    'one gesture of the last person',
    { 7: { unsent: 1, drafts: 0 } },
    ANA,
    '1 envio de Ana está guardado neste aparelho',
  ],
  ['both kinds', { 7: { unsent: 2, drafts: 1 } }, ANA, '2 envios e 1 rascunho de Ana estão guardados neste aparelho'],
  ['another person was here since', { 8: { unsent: 1, drafts: 0 } }, ANA, '1 envio está guardado neste aparelho'],
  [
    'two people keep work',
    { 7: { unsent: 1, drafts: 0 }, 8: { unsent: 0, drafts: 2 } },
    ANA,
    '1 envio e 2 rascunhos estão guardados neste aparelho',
  ],
  ['nobody is known here', { 7: { unsent: 0, drafts: 2 } }, null, '2 rascunhos estão guardados neste aparelho'],
] as const)(
  'the login counts kept work, and names only the last person when it is all theirs: %s',
  (_case, kept, last, title) => {
    expect(keptNotice(kept, last)?.title ?? null).toBe(title);
  },
);

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
  expect(keptNotice({ 7: kept }, ANA)?.body).toBe(`${own}, entre e continue.${after} Ninguém mais consegue abrir.`);
});
