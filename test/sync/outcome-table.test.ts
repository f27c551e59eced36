// Every answer that a command can get, by its status and the kind of body: its class, and the words
// for its author.

import { describe, expect, test } from 'vitest';
import type { ErrorClass } from '#mirror/store/outbox-row.ts';
import { outcomeOf } from '#sync/outcome.ts';
import { stateWords } from '../../src/app/text/sending/command-state.ts';
import { buildCommand } from '../builders/build-command.ts';
import { buildReply } from '../builders/build-reply.ts';
import { NOW_MS, ZONE } from '../builders/moments.ts';

/** The kind of body: ours with a `type`, ours without, other JSON, a page. */
const BODIES = {
  typed: (type: string) => ({ message: 'Motivo.', type }),
  ours: () => ({ message: 'Motivo.' }),
  'other JSON': () => ({ error: 'no' }),
  page: () => undefined,
} as const;
type Whose = keyof typeof BODIES;

const frame = { nowMs: NOW_MS, zone: ZONE, needsLogin: false, isWaiting: false, personName: () => '' };

function told(status: number, whose: Whose, type = '') {
  const answer = buildReply(status, BODIES[whose](type));
  const outcome = outcomeOf(buildCommand('respond'), { answer, nowMs: NOW_MS });
  if (outcome.kind === 'done') return { class: null, words: '' };
  const state = outcome.kind === 'again' ? outcome.state : outcome.kind === 'login' ? 'queued' : outcome.kind;
  const command = buildCommand('respond', { state, lastError: outcome.error, dueAtMs: NOW_MS + 120_000 });
  const { text, reason } = stateWords(command, { ...frame, needsLogin: outcome.kind === 'login' });
  return { class: outcome.error.class, words: [text, reason].filter((part) => part !== null).join(' ') };
}

const FOREIGN = ['other JSON', 'page'] as const;
const ANYBODY = ['ours', ...FOREIGN] as const;
const soon = 'Nova tentativa em 2 min';
const portal = `A rede pede para entrar. ${soon}`;
const failing = `O servidor não conseguiu registrar agora. ${soon}`;
const notUnderstood = `O envio não foi entendido no caminho. ${soon}`;
const noRoom = `O servidor não tem onde guardar agora. O envio continua salvo neste aparelho. ${soon}`;
const tooLarge =
  'Não aceito: o envio é grande demais para chegar ao servidor. Está guardado neste aparelho: divida os anexos em mais de um envio';

const TABLE: readonly (readonly [number, readonly Whose[], ErrorClass, string])[] = [
  [200, ANYBODY, 'intercepted', portal],
  [204, ANYBODY, 'intercepted', portal],
  [302, ANYBODY, 'intercepted', portal],
  [400, ['ours'], 'malformed', notUnderstood],
  [400, FOREIGN, 'malformed', notUnderstood],
  [401, ['ours'], 'auth', 'Entre para enviar'],
  [401, FOREIGN, 'intercepted', portal],
  [403, ['ours'], 'permission', 'Não aceito: motivo'],
  [403, FOREIGN, 'intercepted', portal],
  [404, ['ours'], 'unsupported', 'O servidor ainda não aceita este envio'],
  [404, FOREIGN, 'intercepted', portal],
  [407, ANYBODY, 'intercepted', portal],
  [408, ANYBODY, 'transient', failing],
  [413, ['ours'], 'invalid', 'Não aceito: motivo'],
  [413, FOREIGN, 'too_large', tooLarge],
  [414, ANYBODY, 'malformed', notUnderstood],
  [415, ['ours'], 'invalid', 'Não aceito: motivo'],
  [415, FOREIGN, 'intercepted', portal],
  [422, ['ours'], 'invalid', 'Não aceito: motivo'],
  [422, FOREIGN, 'intercepted', portal],
  [429, ANYBODY, 'throttle', `O servidor pediu para esperar. ${soon}`],
  [431, ANYBODY, 'malformed', notUnderstood],
  [500, ANYBODY, 'transient', failing],
  [502, ANYBODY, 'transient', failing],
  [507, ANYBODY, 'storage', noRoom],
  [511, ANYBODY, 'intercepted', portal],
];

describe.each(TABLE)('an answer of status %i', (status, whose, errorClass, words) => {
  test.each(whose)('the answer is judged with this body: %s', (one) => {
    expect(told(status, one)).toEqual({ class: errorClass, words });
  });
});

test.each([
  [403, 'forbidden', 'permission', 'Não aceito: motivo'],
  [403, 'actor_mismatch', 'identity', 'Pertence a outra pessoa'],
  [404, 'not_found', 'gone', 'Não aceito: motivo'],
  [409, 'conflict', 'conflict', 'O documento mudou. Decida'],
  [409, 'in_progress', 'in_progress', `O servidor ainda está registrando. ${soon}`],
  [422, 'invalid', 'invalid', 'Não aceito: motivo'],
  [422, 'key_reused', 'invalid', 'Não aceito: motivo'],
  [503, 'storage_away', 'storage', noRoom],
  [507, 'storage_full', 'storage', noRoom],
  [507, 'quota_full', 'storage', `Motivo. ${soon}`],
  [426, 'unsupported_client', 'unsupported', 'O servidor ainda não aceita este envio'],
] as const)('an answer of status %i and our type %s', (status, type, errorClass, words) => {
  expect(told(status, 'typed', type)).toEqual({ class: errorClass, words });
});

test('no answer reads "Não aceito" twice or without a reason, whatever its status and body', () => {
  for (let status = 200; status < 600; status += 1) {
    for (const whose of ANYBODY) {
      const { words } = told(status, whose);
      expect(words).not.toMatch(/não aceito: (não aceito|$)/i);
    }
  }
});
