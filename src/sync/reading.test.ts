// Every status with every kind of body, read once.

import { describe, expect, test } from 'vitest';
import { buildReply } from '../../test/builders/build-reply.ts';
import { type Answer, reachabilityOf, readingOf, type Reply, successOf } from './reading.ts';

const OURS = { message: 'Motivo.' };
/** JSON of another server, and a page, which is no JSON. */
const FOREIGN = { 'other JSON': { error: 'unauthorized' }, page: undefined };

function reply(status: number, json: unknown, redirected = false): Reply {
  return buildReply(status, json, { redirected });
}

/** A success that could not be read, with a Content-Type. */
function ofType(type: string): Reply {
  return buildReply(200, undefined, { header: (name) => (name === 'Content-Type' ? type : null) });
}

function meaning(answer: Answer): string {
  const reading = readingOf(answer);
  switch (reading.kind) {
    case 'login':
      return `login: ${reading.session}`;
    case 'intercepted':
      return `intercepted: ${reading.by}`;
    case 'trouble':
      return reading.reply === null ? 'trouble: no answer' : 'trouble: server';
    case 'ours':
      return reading.kind;
  }
}

const PORTAL = 'intercepted: portal';
const UNSURE = 'intercepted: unsure';
const TROUBLE = 'trouble: server';

/**
 * Status, then what it means with an error body of ours, with JSON of another server, and with a
 * page.
 */
const TABLE: readonly (readonly [status: number, ours: string, otherJson: string, page: string])[] = [
  [100, PORTAL, PORTAL, PORTAL],
  [199, PORTAL, PORTAL, PORTAL],
  [200, 'ours', 'ours', PORTAL],
  [201, 'ours', 'ours', PORTAL],
  [204, 'ours', 'ours', 'ours'],
  [299, 'ours', 'ours', PORTAL],
  [300, PORTAL, PORTAL, PORTAL],
  [302, PORTAL, PORTAL, PORTAL],
  [399, PORTAL, PORTAL, PORTAL],
  [400, 'ours', UNSURE, UNSURE],
  [401, 'login: ended', UNSURE, UNSURE],
  [403, 'ours', UNSURE, UNSURE],
  [404, 'ours', UNSURE, UNSURE],
  [407, PORTAL, PORTAL, PORTAL],
  [408, 'ours', UNSURE, UNSURE],
  [409, 'ours', UNSURE, UNSURE],
  [413, 'ours', UNSURE, UNSURE],
  [419, 'ours', 'ours', 'ours'],
  [422, 'ours', UNSURE, UNSURE],
  [426, 'ours', UNSURE, UNSURE],
  [429, 'ours', 'ours', 'ours'],
  [499, 'ours', UNSURE, UNSURE],
  [500, 'ours', TROUBLE, TROUBLE],
  [502, 'ours', TROUBLE, TROUBLE],
  [503, 'ours', TROUBLE, TROUBLE],
  [507, 'ours', TROUBLE, TROUBLE],
  [511, PORTAL, PORTAL, PORTAL],
];

describe.each(TABLE)('an answer with %i', (status, ours, otherJson, page) => {
  test.each([
    ['an error body of ours', OURS, ours],
    ['JSON of another server', FOREIGN['other JSON'], otherJson],
    ['a page', FOREIGN.page, page],
  ])('and %s is read as one thing', (_body, json, meant) => {
    expect(meaning(reply(status, json))).toBe(meant);
  });
});

test.each([
  ['JSON that was cut', 'application/json; charset=utf-8', UNSURE],
  ['JSON of another kind that was cut', 'application/problem+json', UNSURE],
  ['plain text', 'text/plain', UNSURE],
  ['HTML', 'text/html; charset=utf-8', PORTAL],
  ['XHTML', 'application/xhtml+xml', PORTAL],
])('a success with %s', (_body, type, meant) => {
  expect(meaning(ofType(type))).toBe(meant);
});

test('a success that says no type, and is none of our JSON, is no portal by itself', () => {
  expect(meaning(buildReply(200, undefined, { header: () => null }))).toBe(UNSURE);
});

test('the session of another person is told by the type, whatever the status', () => {
  for (const status of [401, 403, 409]) {
    expect(meaning(reply(status, { ...OURS, type: 'actor_mismatch' }))).toBe('login: another-person');
  }
});

test('a redirect is a portal, followed or hidden by the browser, with our JSON too', () => {
  expect(meaning(reply(302, undefined, true))).toBe(PORTAL);
  expect(meaning(reply(0, undefined, true))).toBe(PORTAL);
  expect(meaning(reply(200, OURS, true))).toBe(PORTAL);
});

test('no answer is trouble, with what is known of it', () => {
  const failure = { kind: 'failure', sent: true, reason: 'timeout' } as const;
  expect(readingOf(failure)).toEqual({ kind: 'trouble', reply: null, body: null, failure });
});

test('only a success of ours has a body to read', () => {
  expect(successOf(readingOf(reply(200, { id: 1 })))).toEqual({ id: 1 });
  expect(successOf(readingOf(reply(200, { id: 1 }, true)))).toBeUndefined();
  expect(successOf(readingOf(reply(429, { id: 1 })))).toBeUndefined();
  expect(successOf(readingOf(reply(422, OURS)))).toBeUndefined();
  expect(successOf(readingOf(reply(299, { id: 1 })))).toEqual({ id: 1 });
  expect(successOf(readingOf(reply(401, OURS)))).toBeUndefined();
});

test.each<[string, Answer, string]>([
  ['the server, well', reply(200, { status: 'ok' }), 'ok'],
  ['the server, in trouble', reply(503, { status: 'database' }), 'unstable'],
  ['the server, with too many questions', reply(429, OURS), 'unstable'],
  ['JSON of another server', reply(200, { hello: 1 }), 'portal'],
  ['a refusal of another server', reply(401, { error: 'unauthorized' }), 'portal'],
  ['a page', reply(200, undefined), 'portal'],
  ['JSON that was cut', ofType('application/json'), 'unstable'],
  ['plain text', ofType('text/plain'), 'portal'],
  ['a gateway in trouble', reply(502, undefined), 'unstable'],
  ['the server, saying ok with another status', reply(201, { status: 'ok' }), 'unstable'],
  ['the server, saying something else', reply(200, { status: 'starting' }), 'unstable'],
  ['the server, for another person', reply(403, { ...OURS, type: 'actor_mismatch' }), 'unstable'],
  ['JSON that is nothing', reply(200, null), 'portal'],
  ['an empty success', reply(204, undefined), 'portal'],
  ['a status that is no text', reply(200, { status: 1 }), 'portal'],
  ['a redirect', reply(302, { status: 'ok' }), 'portal'],
  ['a status just behind the successes', reply(300, { status: 'ok' }), 'portal'],
  ['nothing', { kind: 'failure', sent: false, reason: 'network' }, 'offline'],
])('a probe answered by %s', (_who, answer, reached) => {
  expect(reachabilityOf(readingOf(answer))).toBe(reached);
});
