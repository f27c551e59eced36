// The questions of a newcomer in the help. They need neither the mirror's data nor the network.

import { expect, test } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { all, textOf } from './harness/accessible.ts';
import { fill, find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const QUESTIONS = [
  'O que é a lápis e o que é a tinta?',
  'Onde está a minha resposta?',
  'Como sei que um envio chegou?',
  'O que quer dizer Pendente, Tramitando, Em atraso?',
  'Como peço mais prazo (Prorrogar)?',
  'O que é exceção e quando usar?',
  'Como envio um papel pela câmera?',
  'O que posso fazer sem internet?',
  'Transferir, responder, concluir: qual usar?',
  'O documento mudou enquanto eu escrevia. E agora?',
  'Posso sair com algo por enviar?',
];

const questions = () =>
  all('heading')
    .filter((one) => one.localName === 'h2')
    .map(textOf);
const open = () =>
  all('button')
    .filter((one) => one.getAttribute('aria-expanded') === 'true')
    .map(textOf);
const answers = () => [...document.querySelectorAll('main li [role=group]:not([hidden])')].map(textOf);

test('the help begins with eleven questions, each with a drawing, and answers one at a time', async () => {
  const { address } = await openScreen({ mirror: await openTown('Servidor'), path: '/admin/help' });
  await until(() => expect(questions()).toEqual(QUESTIONS));
  expect(document.querySelectorAll('main li svg[viewBox="0 0 64 44"]').length).toBeGreaterThanOrEqual(QUESTIONS.length);
  for (const question of QUESTIONS) {
    await press('button', question);
    await until(() => expect(open()).toEqual([question]));
    expect(answers()).toHaveLength(1);
    expect(answers()[0]?.length).toBeGreaterThan(80);
  }
  expect(address()).toBe('/admin/help?pergunta=sair');
  await press('button', QUESTIONS.at(-1) ?? '');
  await until(() => expect(open()).toEqual([]));
  expect(address()).toBe('/admin/help');
});

test('what pencil and ink mean is shown on a message, with how much is in pencil now', async () => {
  const mirror = await openTown('Servidor');
  await mirror.commands.bulkPut([buildCommand('respond', { seq: 1 }), buildCommand('respond', { seq: 2 })]);
  await openScreen({ mirror, path: '/admin/help?pergunta=lapis' });
  await seesText('Na fila O desvio está confirmado.');
  await seesText('Registrado O desvio está confirmado.');
  await seesText('A tinta (traço cheio): a organização recebeu, com número e hora.');
  expect((await find('link', 'Ver o que está a lápis agora (2)')).getAttribute('href')).toBe('/admin/outbox');
});

test('every status stands in the help with what it means', async () => {
  await openScreen({ mirror: await openTown('Consulta'), path: '/admin/help?pergunta=situacoes' });
  await seesText('Pendente ainda não visto');
  expect([...document.querySelectorAll('dl > div')].map(textOf)).toEqual([
    'Pendente ainda não visto',
    'Tramitando enviado, em andamento',
    'Prorrogado a data limite foi adiada',
    'Em atraso não visto até o prazo, ou visto, sem conclusão',
    'Finalizado visto e concluído',
    'exceção enviado fora dos dias do assunto',
  ]);
});

test.each([
  ['prazo', 'Como peço mais prazo (Prorrogar)?'],
  ['cadê', 'Onde está a minha resposta?'],
  ['offline', 'O que posso fazer sem internet?'],
  ['foto', 'Como envio um papel pela câmera?'],
])('"%s" finds the question "%s" while one types', async (words, question) => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/help' });
  await until(() => expect(questions()).toHaveLength(QUESTIONS.length));
  await fill('Buscar uma pergunta', words);
  await until(() => expect(questions()).toContain(question));
  expect(questions().length).toBeLessThan(5);
});

test('words that are in no question are told, with what to do', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/help' });
  await fill('Buscar uma pergunta', 'xilofone');
  await seesText('Nenhuma pergunta com essas palavras.');
  expect(names('tab')).toEqual(['Perguntas', 'Modelos', 'Fluxos']);
  expect(pageText()).toContain('Não achou?');
});

test.each([
  ['a document', '/admin/view-document/1', 'Ajuda: o que quer dizer cada situação?', 'situacoes'],
  ['Pendências', '/admin/outbox', 'Ajuda: o que é a lápis e o que é a tinta?', 'lapis'],
  ['Prorrogar', '/admin/view-document/1?acao=prorrogar', 'Ajuda: como peço mais prazo?', 'prorrogar'],
])('the "?" of %s opens its answer', async (_where, path, name, id) => {
  const title = { situacoes: QUESTIONS[3], lapis: QUESTIONS[0], prorrogar: QUESTIONS[4] }[id];
  await openScreen({ mirror: await openTown('Servidor', [buildDocumentRow()]), path });
  await press('link', name);
  await until(() => expect(questions()).toHaveLength(QUESTIONS.length));
  await until(() => expect(open()).toEqual([title]));
});

test('the way back from an answer is where the person was', async () => {
  const mirror = await openTown('Servidor');
  const { address } = await openScreen({ mirror, path: '/admin/outbox' });
  await press('link', 'Ajuda: o que é a lápis e o que é a tinta?');
  await seesText('A tinta (traço cheio): a organização recebeu, com número e hora.');
  await press('button', 'Voltar');
  await until(() => expect(address()).toBe('/admin/outbox'));
});
