// "Pendências de envio": what can be sent at once, and why not.

import type { MetaValues } from '#mirror/store/rows.ts';
import { noteProgress } from '#mirror/outbox/sending.ts';
import type { CommandState } from '#mirror/store/outbox-row.ts';
import { expect, test } from 'vitest';
import { buildCommand, uuid } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { find, pageText, press, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { withDocuments } from './harness/rows.ts';
import { openTown } from './harness/town.ts';

const WHY_NOT = 'O que está aqui precisa de você antes.';

/**
 * Pendências with a completion and a reopening of one document: the reopening waits for the
 * completion.
 */
async function openWith(first: CommandState) {
  const mirror = await openTown('Servidor');
  await withDocuments(mirror, [buildDocumentRow()]);
  await mirror.commands.bulkPut([
    buildCommand('complete-document', { seq: 1, documentKey: 's:1', state: first }),
    buildCommand('reopen-document', { seq: 2, documentKey: 's:1' }),
  ]);
  await openScreen({ mirror, path: '/admin/outbox' });
  const send = await find('button', 'Enviar tudo agora');
  await until(() => expect(pageText()).toContain('2 itens neste aparelho'));
  return send;
}

/** A description is read without the spaces around it. */
const reasonOf = (button: Element) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent?.trim() ?? null;

test('a command that waits for a conflict cannot be sent: the button is disabled and says what comes before', async () => {
  const send = await openWith('conflict');
  expect([send.hasAttribute('disabled'), reasonOf(send)]).toEqual([true, WHY_NOT]);
});

test('commands that wait only for each other can be sent', async () => {
  const send = await openWith('queued');
  expect([send.hasAttribute('disabled'), reasonOf(send) === WHY_NOT]).toEqual([false, false]);
});

type ConnectionFacts = Pick<MetaValues['connection'], 'network' | 'auth'>;

test.each<[string, ConnectionFacts, CommandState | null, boolean, string, string]>([
  ['nothing waits', { network: 'ok', auth: 'ok' }, null, true, 'Nada para enviar.', 'Tudo o que você fez'],
  [
    'the session has ended',
    { network: 'ok', auth: 'needs-login' },
    'queued',
    false,
    'Sua sessão terminou: entre para enviar.',
    'Entre para enviar',
  ],
  [
    'there is no connection, which a press may disprove',
    { network: 'offline', auth: 'ok' },
    'queued',
    false,
    'Sem conexão: a fila é enviada sozinha quando a internet voltar.',
    'Na fila: aguarda a conexão',
  ],
  [
    'the network asks for a login of its own',
    { network: 'portal', auth: 'ok' },
    'queued',
    false,
    'Sem conexão',
    'Na fila: aguarda a conexão',
  ],
])('"Enviar tudo agora" and the row say why nothing is sent when %s', async (_when, known, state, isOff, why, row) => {
  const mirror = await openTown('Servidor');
  await withDocuments(mirror, [buildDocumentRow()]);
  await mirror.meta.put({ name: 'connection', value: known });
  if (state !== null)
    await mirror.commands.put(buildCommand('complete-document', { seq: 1, documentKey: 's:1', state }));
  await openScreen({ mirror, path: '/admin/outbox' });
  const send = await find('button', 'Enviar tudo agora');
  await until(() => expect(reasonOf(send)).toContain(why));
  await until(() => expect(pageText()).toContain(row));
  expect(send.hasAttribute('disabled')).toBe(isOff);
});

test('an upload in parts says on its item how far it is, moves with each part, and keeps it where it waits', async () => {
  const mirror = await openTown('Servidor');
  await withDocuments(mirror, [buildDocumentRow()]);
  const files = [{ id: uuid(50), name: 'plano.pdf', mime: 'application/pdf', size: 5_200_000, sha256: '' }];
  const lease = { token: 't', untilMs: Date.now() + 600_000 };
  const sending = buildCommand('respond', { seq: 1, documentKey: 's:1', files, state: 'sending', lease });
  await mirror.commands.put({ ...sending, sentBytes: 1_300_000 });
  await openScreen({ mirror, path: '/admin/outbox' });
  await until(() => expect(pageText()).toContain('Enviando… 25 % de 5,2 MB'));
  const bar = () => document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow');
  expect(bar()).toBe('25');

  await noteProgress(mirror, { command: sending, sentBytes: 2_600_000 });
  await until(() => expect(pageText()).toContain('Enviando… 50 % de 5,2 MB'));
  expect(bar()).toBe('50');
  await mirror.commands.update(1, { state: 'backoff', lease: null, dueAtMs: Date.now() + 120_000 });
  await until(() => expect(pageText()).toContain('· anexos: 50 % enviados'));
  expect(document.querySelector('[role="progressbar"]')).toBe(null);
});

test('what a server shows too little of is sent again when its author says so', async () => {
  const mirror = await openTown('Servidor');
  await withDocuments(mirror, [buildDocumentRow()]);
  const lastError = { class: 'unverified', status: null, type: null, message: '', errors: {}, code: null } as const;
  await mirror.commands.put(buildCommand('respond', { seq: 1, documentKey: 's:1', state: 'held', lastError }));
  await openScreen({ mirror, path: '/admin/outbox' });
  await until(() => expect(pageText()).toContain('O servidor não mostra se recebeu'));
  await find('heading', 'Precisa de você 1');
  await press('button', 'Enviar de novo');
  await until(async () => expect((await mirror.commands.get(1))?.state).toBe('queued'));
});
