import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildReply } from '../../test/builders/build-reply.ts';
import { errorOf, fileGone, judgedByProbe, outcomeOf, type Outcome } from './outcome.ts';
import type { Answer, Reply } from './reading.ts';

const KEY = '7b1c2f6e-0d7a-4d9e-9a51-6f1d0a2b3c4d';
const command = { id: KEY };
const receipt = { key: KEY, type: 'respond', result: 'applied', ids: {}, rev: 7, at: '2026-11-20T12:00:00.000Z' };

function reply(status: number, json: unknown, over: Partial<Reply> & { headers?: Record<string, string> } = {}): Reply {
  const { headers = {}, ...rest } = over;
  return buildReply(status, json, { header: (name) => headers[name] ?? null, ...rest });
}

function judged(answer: Answer) {
  return outcomeOf(command, { answer, nowMs: 0 });
}

const said = (type?: string) => ({ message: 'Motivo.', ...(type === undefined ? {} : { type }) });

describe('the outcome table (src/sync/promises.md, Drain)', () => {
  test.each<[string, Answer, object]>([
    ['the receipt of this key', reply(200, { receipt }), { kind: 'done', answer: { receipt } }],
    ['created', reply(201, { receipt }), { kind: 'done' }],
    [
      'never left the device',
      { kind: 'failure', sent: false, reason: 'network' },
      { state: 'backoff', network: 'offline', error: { class: 'transient' } },
    ],
    [
      'lost after sending began',
      { kind: 'failure', sent: true, reason: 'network' },
      { state: 'unknown', error: { class: 'unknown' } },
    ],
    [
      '200 that is not JSON',
      reply(200, undefined),
      { kind: 'again', network: 'portal', error: { class: 'intercepted' } },
    ],
    ['200 with JSON of another server', reply(200, { ok: true }), { kind: 'again', error: { class: 'intercepted' } }],
    [
      "another key's receipt",
      reply(200, { receipt: { ...receipt, key: '00000000-0000-4000-8000-000000000000' } }),
      { kind: 'again', error: { class: 'intercepted' } },
    ],
    ['a redirect', reply(302, undefined, { redirected: true }), { kind: 'again', error: { class: 'intercepted' } }],
    ['a redirect the browser hides', reply(0, undefined, { redirected: true }), { kind: 'again', network: 'portal' }],
    ['401', reply(401, said()), { kind: 'login', error: { class: 'auth' } }],
    ['401 of a proxy', reply(401, undefined), { kind: 'again', error: { class: 'intercepted' } }],
    ['actor_mismatch', reply(403, said('actor_mismatch')), { kind: 'held', error: { class: 'identity' } }],
    ['403', reply(403, said('forbidden')), { kind: 'refused', error: { class: 'permission', message: 'Motivo.' } }],
    ['403 of a proxy', reply(403, undefined), { kind: 'again', error: { class: 'intercepted' } }],
    ['404', reply(404, said('not_found')), { kind: 'refused', error: { class: 'gone' } }],
    ['a route the server lacks', reply(404, said()), { kind: 'held', error: { class: 'unsupported' } }],
    ['an app too old', reply(426, said('unsupported_client')), { kind: 'held', error: { class: 'unsupported' } }],
    ['408', reply(408, said()), { kind: 'again', state: 'backoff', error: { class: 'transient' } }],
    ['in progress', reply(409, said('in_progress')), { kind: 'again', error: { class: 'in_progress' } }],
    [
      'conflict',
      reply(409, { ...said('conflict'), code: 'responsible_changed' }),
      { kind: 'conflict', document: null, error: { code: 'responsible_changed' } },
    ],
    ['a 409 that says nothing', reply(409, said()), { kind: 'again', error: { class: 'transient' } }],
    ['413 of a proxy', reply(413, undefined), { kind: 'refused', error: { class: 'too_large' } }],
    ['415', reply(415, said()), { kind: 'refused', error: { class: 'invalid' } }],
    ['419', reply(419, said()), { kind: 'again', error: { class: 'csrf' } }],
    [
      '422',
      reply(422, { ...said('invalid'), errors: { title: ['Falta.'] } }),
      { kind: 'refused', error: { errors: { title: ['Falta.'] } } },
    ],
    ['key_reused', reply(422, said('key_reused')), { kind: 'refused', error: { type: 'key_reused' } }],
    ['425', reply(425, undefined), { kind: 'again', error: { class: 'transient' } }],
    [
      '429',
      reply(429, said(), { headers: { 'Retry-After': '7' } }),
      { kind: 'again', everyone: true, waitMs: 7_000, error: { class: 'throttle' } },
    ],
    ['429 without a time', reply(429, said()), { waitMs: 30_000 }],
    [
      'a full disk',
      reply(507, said('storage_full'), { headers: { 'Retry-After': '30' } }),
      { kind: 'again', state: 'backoff', everyone: false, network: null, waitMs: 30_000, error: { class: 'storage' } },
    ],
    ['a full disk of a proxy', reply(507, undefined), { kind: 'again', waitMs: null, error: { class: 'storage' } }],
    ['a disk that is away', reply(503, said('storage_away')), { kind: 'again', error: { class: 'storage' } }],
    ['503 of a busy server', reply(503, said()), { kind: 'again', error: { class: 'transient' } }],
    ['500', reply(500, said()), { kind: 'again', network: null, error: { class: 'transient' } }],
    ['502 of a proxy', reply(502, undefined), { kind: 'again', error: { class: 'transient' } }],
    ['503', reply(503, said(), { headers: { 'Retry-After': '9' } }), { kind: 'again', waitMs: 9_000 }],
    ['a truncated body', reply(400, said()), { kind: 'again', network: null, error: { class: 'malformed' } }],
    ['400 of a proxy', reply(400, undefined), { kind: 'again', network: 'unsure', error: { class: 'malformed' } }],
  ])('%s', (_name, answer, expected) => {
    expect(judged(answer)).toMatchObject(expected);
  });
});

describe('any answer to a command', () => {
  const anything = fc.record({
    status: fc.integer({ min: 0, max: 599 }),
    json: fc.anything(),
    redirected: fc.boolean(),
  });

  test('only the receipt of the key that was sent is a success', () => {
    fc.assert(
      fc.property(anything, ({ status, json, redirected }) => {
        expect(judged(reply(status, json, { redirected })).kind).not.toBe('done');
      }),
    );
  });

  test('only an error body of our server, or a 413, ends a command without a receipt', () => {
    fc.assert(
      fc.property(anything, ({ status, json, redirected }) => {
        const { kind } = judged(reply(status, json, { redirected }));
        const ours = typeof (json as { message?: unknown } | null | undefined)?.message === 'string';
        expect(kind === 'again' || ours || status === 413).toBe(true);
      }),
    );
  });

  test('a receipt counts whatever else the answer contains', () => {
    fc.assert(
      fc.property(fc.anything(), (document) => {
        expect(judged(reply(200, { receipt, document })).kind).toBe('done');
      }),
    );
  });
});

describe('an outcome in doubt, after a probe', () => {
  const lost: Answer = { kind: 'failure', sent: true, reason: 'network' };
  test.each<[string, Answer, object, object]>([
    ['lost', lost, { class: 'interrupted' }, { class: 'unknown' }],
    ['a page', reply(200, undefined), { class: 'blocked' }, { class: 'intercepted' }],
    ['403 of a proxy', reply(403, undefined), { class: 'blocked' }, { class: 'intercepted' }],
    ['400 of a proxy', reply(400, undefined), { class: 'malformed' }, { class: 'malformed' }],
  ])('%s', (_name, answer, answers, silent) => {
    const outcome = judged(answer);
    expect(judgedByProbe(outcome, { reached: true, first: false })).toMatchObject({ error: answers, network: null });
    expect(judgedByProbe(outcome, { reached: false, first: true })).toMatchObject({ error: silent, atOnce: false });
  });

  test('only after the first lost answer a command is sent again at once, under its key', () => {
    expect(judgedByProbe(judged(lost), { reached: true, first: true })).toMatchObject({
      state: 'unknown',
      atOnce: true,
    });
    const page = judgedByProbe(judged(reply(403, undefined)), { reached: true, first: true });
    expect(page).toMatchObject({ atOnce: false });
  });
});

describe('what is tried again', () => {
  const wait = { headers: { 'Retry-After': '9' } };
  const again = (
    errorClass: string,
    over: Partial<Extract<Outcome, { kind: 'again' }>> = {},
  ): Partial<Record<keyof Extract<Outcome, { kind: 'again' }>, unknown>> => ({
    kind: 'again',
    state: 'backoff',
    waitMs: 9_000,
    everyone: false,
    network: null,
    atOnce: false,
    ...over,
    error: expect.objectContaining({ class: errorClass }),
  });

  test.each<[number, string | undefined, ReturnType<typeof again>]>([
    [400, undefined, again('malformed')],
    [408, undefined, again('transient')],
    [409, undefined, again('transient')],
    [409, 'in_progress', again('in_progress')],
    [409, 'withdrawn', again('in_progress')],
    [409, 'upload_offset', again('transient')],
    [409, 'upload_missing', again('transient')],
    [422, 'part_damaged', again('transient')],
    [403, 'storage_full', again('storage')],
    [403, 'storage_away', again('storage')],
    [414, undefined, again('malformed', { network: 'unsure' })],
    [418, undefined, again('transient')],
    [419, undefined, again('csrf')],
    [425, undefined, again('transient')],
    [429, undefined, again('throttle', { everyone: true })],
    [431, undefined, again('malformed', { network: 'unsure' })],
    [500, undefined, again('transient')],
    [507, undefined, again('storage')],
  ])('waits as long as the server asks: %i %s', (status, type, expected) => {
    expect(judged(reply(status, said(type), wait))).toEqual(expected);
  });

  test.each<[string, Answer, object]>([
    ['no answer', { kind: 'failure', sent: true, reason: 'network' }, { state: 'unknown', network: 'offline' }],
    ['a portal', reply(302, undefined, wait), { network: 'portal' }],
    ['a proxy', reply(403, undefined, wait), { network: 'unsure' }],
    ['a success that is not ours', reply(200, { ok: 1 }, wait), { network: 'portal' }],
  ])('and after %s as long as it decides itself', (_what, answer, expected) => {
    const own = { kind: 'again', state: 'backoff', waitMs: null, everyone: false, atOnce: false };
    expect(judged(answer)).toEqual({ ...own, ...expected, error: expect.anything() as unknown });
  });
});

describe('what a refusal keeps for its author', () => {
  test.each<[number, string | undefined, Outcome['kind'], string]>([
    [403, undefined, 'refused', 'permission'],
    [404, undefined, 'held', 'unsupported'],
    [405, undefined, 'held', 'unsupported'],
    [413, undefined, 'refused', 'invalid'],
    [415, undefined, 'refused', 'invalid'],
    [422, undefined, 'refused', 'invalid'],
    [422, 'file_damaged', 'refused', 'invalid'],
    [400, 'forbidden', 'refused', 'permission'],
    [400, 'not_found', 'refused', 'gone'],
    [400, 'invalid', 'refused', 'invalid'],
    [400, 'key_reused', 'refused', 'invalid'],
    [400, 'unsupported_client', 'held', 'unsupported'],
    [400, 'actor_mismatch', 'held', 'identity'],
  ])('is the whole of what was said: %i %s', (status, type, kind, errorClass) => {
    const body = { ...said(type), errors: { title: ['Falta.'] }, code: 'responsible_changed' };
    expect(judged(reply(status, body))).toMatchObject({
      kind,
      error: {
        class: errorClass,
        status,
        type: type ?? null,
        message: 'Motivo.',
        errors: { title: ['Falta.'] },
        code: 'responsible_changed',
      },
    });
  });

  test('is empty where nothing was said', () => {
    const nothing = { class: 'gone', status: null, type: null, message: '', errors: {}, code: null };
    expect(errorOf('gone')).toEqual(nothing);
    expect(errorOf('gone', { status: 502, body: null })).toEqual({ ...nothing, status: 502 });
    expect(judged(reply(502, undefined))).toMatchObject({ error: { ...nothing, class: 'transient', status: 502 } });
    expect(judged(reply(204, undefined))).toMatchObject({ error: { class: 'intercepted', status: 204 } });
    expect(judged(reply(403, undefined))).toMatchObject({ error: { ...nothing, class: 'intercepted', status: 403 } });
  });

  test('says which file is missing on this device', () => {
    const gone = fileGone();
    const words = 'O anexo não está mais inteiro neste aparelho. Anexe-o de novo.';
    expect(gone).toEqual({
      kind: 'refused',
      error: { ...errorOf('invalid'), message: words, errors: { files: [words] } },
    });
  });
});

test('a probe changes nothing of what our server has said', () => {
  for (const answer of [reply(200, { receipt }), reply(403, said('forbidden')), reply(500, said())]) {
    const outcome = judged(answer);
    expect(judgedByProbe(outcome, { reached: true, first: true })).toBe(outcome);
  }
});
