import { expect, test } from 'vitest';
import { buildCommand, buildError, uuid } from '../../../test/builders/build-command.ts';
import { NOW_MS, ZONE } from '../../../test/builders/moments.ts';
import { stateWords } from './command-state.ts';

const frame = { nowMs: NOW_MS, zone: ZONE, needsLogin: false, isWaiting: false };
const refused = buildError({ class: 'invalid', status: 422, errors: { user_ids: ['Setor sem usuários ativos.'] } });
const pdf = { id: uuid(50), name: 'a.pdf', mime: 'application/pdf', size: 2_600_000, sha256: '' };

test.each([
  ['queued', {}, frame, 'Na fila', null],
  ['unknown', {}, frame, 'Na fila', null],
  ['queued', {}, { ...frame, isWaiting: true }, 'Aguarda outro envio', null],
  ['queued', {}, { ...frame, needsLogin: true }, 'Entre para enviar', null],
  ['sending', {}, frame, 'Enviando…', null],
  ['sending', { files: [pdf, pdf] }, frame, 'Enviando… 5,2 MB', null],
  ['backoff', { dueAtMs: NOW_MS + 120_000 }, frame, 'Sem resposta. Nova tentativa em 2 min', null],
  [
    'backoff',
    { dueAtMs: NOW_MS, lastError: buildError({ class: 'intercepted' }) },
    frame,
    'A rede pede login. Nova tentativa agora',
    null,
  ],
  ['held', { lastError: buildError({ class: 'identity' }) }, frame, 'Pertence a outra pessoa', null],
  ['conflict', {}, frame, 'O documento mudou. Decida', null],
  ['refused', { lastError: refused }, frame, 'Não aceito:', 'setor sem usuários ativos'],
  ['done', { doneAtMs: NOW_MS }, frame, 'Registrado às 11:00', null],
] as const)('%s is told (%#)', (state, change, at, text, reason) => {
  expect(stateWords(buildCommand('respond', { state, ...change }), at)).toMatchObject({ text, reason });
});
