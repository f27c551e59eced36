import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import { describe, expect, test } from 'vitest';
import { actSentenceOf, stateWords } from './command-state.ts';
import { buildCommand, buildError, buildReceipt, uuid } from '../../../../test/builders/build-command.ts';
import { NOW_MS, ZONE } from '../../../../test/builders/moments.ts';
import { QUOTA_TEXT } from '#contract/refusal-text.ts';

const names = { person: () => 'Caio Rezende Porto', sector: () => 'Serviços Urbanos' };

function itemOf(act: Pick<OutboxCommand, 'type' | 'payload'>, ticket: string | null = 'PMVI042'): OutboxItem {
  const command = {
    ...act,
    id: '00000000-0000-4000-8000-000000007f3a',
    seq: 1,
    actorId: 1,
    tenantId: 1,
    deviceId: 'd',
    loginId: null,
    version: 1,
    documentKey: 's:42',
    basedOn: null,
    files: [],
    performedAtMs: 0,
    state: 'queued',
    attempts: 0,
    failures: 0,
    dueAtMs: 0,
    lease: null,
    lastError: null,
    receipt: null,
    doneAtMs: null,
    mayBeRefused: false,
  } as OutboxCommand;
  const localCode = ticket === null ? 'L-7F3A' : null;
  return {
    command,
    title: 'Interdição',
    ticket,
    localCode,
    address: '42',
    group: 'queued',
    waitsFor: null,
    dependents: 0,
    goWithIt: 0,
    rows: null,
  };
}

const reply = { content: '<p>Sim.</p>', limit_date: null, responsible_ids: null, organization_ids: [] };

describe('the sentence of an outbox item names the act', () => {
  test.each([
    [itemOf({ type: 'respond', payload: reply }), 'Responder PMVI 042'],
    [itemOf({ type: 'respond', payload: reply }, null), 'Responder o documento novo L-7F3A'],
    [itemOf({ type: 'respond', payload: { ...reply, limit_date: '2026-11-30' } }), 'Prorrogar PMVI 042 até 30/11/2026'],
    [
      itemOf({ type: 'respond', payload: { ...reply, responsible_ids: [7], organization_ids: [3] } }),
      'Transferir PMVI 042 para Serviços Urbanos',
    ],
    [
      itemOf({ type: 'respond', payload: { ...reply, responsible_ids: [7] } }),
      'Transferir PMVI 042 para Caio Rezende Porto',
    ],
    [itemOf({ type: 'respond', payload: { ...reply, content: '' } }), 'Anexar arquivos a PMVI 042'],
    [itemOf({ type: 'complete-document', payload: { limit_date: null } }), 'Concluir PMVI 042'],
    [itemOf({ type: 'reopen-document', payload: { limit_date: '2026-12-01' } }), 'Reabrir PMVI 042 até 01/12/2026'],
    [itemOf({ type: 'record-view', payload: { offline: true } }), 'Registrar que você viu PMVI 042'],
  ])('is right in case %#', (item, sentence) => {
    expect(actSentenceOf(item, names)).toBe(sentence);
  });
});

const frame = { nowMs: NOW_MS, zone: ZONE, needsLogin: false, isWaiting: false, personName: () => 'Beatriz Lima' };
const refused = buildError({ class: 'invalid', status: 422, errors: { user_ids: ['Setor sem usuários ativos.'] } });
const pdf = { id: uuid(50), name: 'a.pdf', mime: 'application/pdf', size: 2_600_000, sha256: '' };

test.each([
  ['queued', {}, frame, 'Na fila', null],
  ['unknown', {}, frame, 'Na fila', null],
  ['queued', {}, { ...frame, isWaiting: true }, 'Aguarda outro envio', null],
  ['queued', {}, { ...frame, needsLogin: true }, 'Entre para enviar', null],
  ['sending', {}, frame, 'Enviando…', null],
  ['sending', { files: [pdf, pdf] }, frame, 'Enviando… 5,2 MB', null],
  ['sending', { files: [pdf, pdf], sentBytes: 2_100_000 }, frame, 'Enviando… 40 % de 5,2 MB', null],
  ['queued', { files: [pdf, pdf], sentBytes: 5_199_999 }, frame, 'Na fila · anexos: 99 % enviados', null],
  ['queued', { files: [pdf, pdf], sentBytes: 0 }, frame, 'Na fila', null],
  [
    'backoff',
    { dueAtMs: NOW_MS + 120_000, files: [pdf], sentBytes: 1_300_000 },
    frame,
    'Sem resposta. Nova tentativa em 2 min · anexos: 50 % enviados',
    null,
  ],
  ['done', { doneAtMs: NOW_MS, files: [pdf], sentBytes: 2_600_000 }, frame, 'Registrado às 11:00', null],
  ['backoff', { dueAtMs: NOW_MS + 120_000 }, frame, 'Sem resposta. Nova tentativa em 2 min', null],
  [
    'backoff',
    { dueAtMs: NOW_MS, lastError: buildError({ class: 'intercepted' }) },
    frame,
    'A rede pede para entrar. Nova tentativa agora',
    null,
  ],
  [
    'backoff',
    { dueAtMs: NOW_MS + 30_000, lastError: buildError({ class: 'storage' }) },
    frame,
    'O servidor não tem onde guardar agora. O envio continua salvo neste aparelho. Nova tentativa em 30 s',
    null,
  ],
  [
    'backoff',
    {
      dueAtMs: NOW_MS + 900_000,
      lastError: { ...buildError({ class: 'storage' }), type: 'quota_full', message: QUOTA_TEXT.tenant },
    },
    frame,
    `${QUOTA_TEXT.tenant} Nova tentativa em 15 min`,
    null,
  ],
  ['sending', { lease: { token: 't', untilMs: NOW_MS + 1 } }, frame, 'Enviando…', null],
  ['sending', { lease: { token: 'killed', untilMs: NOW_MS } }, frame, 'Na fila', null],
  ['held', { lastError: buildError({ class: 'identity' }) }, frame, 'Pertence a outra pessoa', null],
  ['conflict', {}, frame, 'O documento mudou. Decida', null],
  ['refused', { lastError: refused }, frame, 'Não aceito:', 'setor sem usuários ativos'],
  ['done', { doneAtMs: NOW_MS }, frame, 'Registrado às 11:00', null],
  ['done', { doneAtMs: NOW_MS, receipt: buildReceipt() }, frame, 'Registrado às 11:00', null],
] as const)('the state %s in words (case %#)', (state, change, at, text, reason) => {
  expect(stateWords(buildCommand('respond', { state, ...change }), at)).toMatchObject({ text, reason });
});

const later = { user_id: 8, limit_date: '2027-03-21' };
const lost = buildReceipt({ result: 'later_date_kept', note: later });

describe('a command without effect is never called registered', () => {
  test.each([
    [
      'a date',
      { content: '' },
      lost,
      'Sem efeito, às 11:00.',
      'A data de Beatriz Lima, 21/03/2027, é mais tarde e ficou.',
    ],
    [
      'a date beside words',
      {},
      lost,
      'Registrado em parte às 11:00.',
      'A data de Beatriz Lima, 21/03/2027, é mais tarde e ficou.',
    ],
    [
      'the same date',
      { content: '', limit_date: '2027-03-21' },
      lost,
      'Sem efeito, às 11:00.',
      'Beatriz Lima já tinha mudado a data limite para 21/03/2027.',
    ],
    [
      "a date that lost to one's own",
      { content: '' },
      { ...lost, note: { ...later, user_id: 7 } },
      'Sem efeito, às 11:00.',
      'A sua outra data, 21/03/2027, é mais tarde e ficou.',
    ],
    [
      'a date, by a server that says no more',
      { content: '' },
      buildReceipt({ result: 'later_date_kept' }),
      'Sem efeito, às 11:00.',
      'Já havia uma data limite posterior, que foi mantida.',
    ],
  ] as const)('%s', (_what, payload, receipt, text, reason) => {
    const asked = { limit_date: '2027-03-01', ...payload };
    const command = buildCommand('respond', { state: 'done', doneAtMs: NOW_MS, receipt, payload: asked });
    expect(stateWords(command, frame)).toMatchObject({ text, reason, tone: 'note' });
  });

  test.each([
    ['complete-document', 'already_completed', null, 'O documento já estava finalizado.'],
    ['reopen-document', 'already_open', null, 'O documento já estava aberto.'],
    [
      'reopen-document',
      'already_open',
      '2027-03-01',
      'O documento já estava aberto, e a data limite continua 21/03/2027.',
    ],
  ] as const)('%s: %s (date asked for: %s)', (type, result, day, reason) => {
    const receipt = buildReceipt({ type, result, note: later });
    const command = buildCommand(type, { state: 'done', doneAtMs: NOW_MS, receipt, payload: { limit_date: day } });
    expect(stateWords(command, frame)).toMatchObject({ text: 'Sem efeito, às 11:00.', reason });
  });
});
