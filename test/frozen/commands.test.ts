// Commands in every form in which they were stored: today's code reads, shows and sends them. A
// command whose answer was lost is sent again by the version that comes next, and the server must
// know it again by its words: so the request stays the same too.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { isPending, type CommandType, type CommandState, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { isUnderstood, upcastCommand } from '#mirror/store/upcast-command.ts';
import { loadPlainServer } from '#sync/load-plain-server.ts';
import { mirrorOutbox } from '#sync/mirror-outbox.ts';
import { requestOf, type WriteRequest } from '#sync/request-of.ts';
import { buildReceipt } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildPage, putDocument } from '../builders/build-page.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { assertFolded, openTestMirror, storeFolded } from '../builders/open-test-mirror.ts';
import { COMMAND_FORMS, filesOf, type FrozenRequest, REQUESTS } from './frozen.ts';

const ALL = COMMAND_FORMS.flatMap(({ rows }) => rows);
/** Later than anything that a frozen command waits for. */
const LATER_MS = NOW_MS + 100 * 24 * 3_600_000;
const NEW_ROW = 77;
const NEW_DOCUMENT = 78;

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  const documents = [1, 2, 3, 4, 5].map((id) => buildDocumentRow({ id, number: 41 + id }));
  const completed = { stored_status: 'completed', status: 'completed' } as const;
  const page = documents.map((row) => putDocument(row.id === 3 ? { ...row, ...completed } : row));
  await applyPage(mirror, buildPage(page));
});
afterEach(async () => {
  await mirror.delete();
});

test('every file of commands is among the forms', () => {
  expect(COMMAND_FORMS.map(({ name }) => name).toSorted()).toEqual(filesOf('commands').toSorted());
});

/**
 * The compiler asks for a line here when there is a new one, and the test below for a form that has
 * it.
 */
const TYPES: Record<CommandType, true> = {
  'create-document': true,
  respond: true,
  'complete-document': true,
  'reopen-document': true,
  'reassign-document': true,
  'record-view': true,
  'create-row': true,
  'update-row': true,
  'switch-rows': true,
  'delete-rows': true,
};
const FIELDS: Record<keyof OutboxCommand, true> = {
  id: true,
  seq: true,
  actorId: true,
  tenantId: true,
  deviceId: true,
  loginId: true,
  version: true,
  type: true,
  documentKey: true,
  basedOn: true,
  payload: true,
  files: true,
  joined: true,
  performedAtMs: true,
  state: true,
  attempts: true,
  failures: true,
  failingSinceMs: true,
  dueAtMs: true,
  undoFromMs: true,
  mustWait: true,
  answerLost: true,
  unkeyed: true,
  alike: true,
  found: true,
  sentBytes: true,
  lease: true,
  lastError: true,
  receipt: true,
  doneAtMs: true,
  mayBeRefused: true,
};

describe('the forms have', () => {
  test('every type of command', () => {
    expect(new Set(ALL.map(({ type }) => type))).toEqual(new Set(Object.keys(TYPES)));
  });

  test('every field', () => {
    expect(new Set(ALL.flatMap((row) => Object.keys(row)))).toEqual(new Set(Object.keys(FIELDS)));
  });

  test('every state', () => {
    const states: Record<CommandState, true> = {
      queued: true,
      sending: true,
      backoff: true,
      unknown: true,
      held: true,
      conflict: true,
      refused: true,
      done: true,
    };
    expect(new Set(ALL.map(({ state }) => state))).toEqual(new Set(Object.keys(states)));
  });
});

function without(fields: readonly string[], row: OutboxCommand): Partial<OutboxCommand> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name)));
}

/** What every command has since it is read, however old its row is. */
const ALWAYS = ['loginId', 'failures', 'mayBeRefused', 'lease', 'lastError', 'receipt', 'doneAtMs'] as const;

const FROM_FORMS = COMMAND_FORMS.map(({ name, rows }) => [name, rows] as const);

describe.each(FROM_FORMS)('commands of %s', (name, rows) => {
  const requests = REQUESTS[name] ?? {};

  /**
   * Sends what may be sent, in the order of the outbox, until nothing is due: the last word of the
   * server is always yes.
   */
  async function sendAll(): Promise<Map<string, WriteRequest | null>> {
    const outbox = mirrorOutbox({ mirror, userId: PEOPLE.ana.id }, loadPlainServer);
    const sent = new Map<string, WriteRequest | null>();
    for (let due = await outbox.due(LATER_MS); due.length > 0; due = await outbox.due(LATER_MS)) {
      for (const { id } of due) {
        expect(sent.has(id)).toBe(false);
        const claimed = await outbox.claim(id, { token: 't', nowMs: LATER_MS, untilMs: LATER_MS + 1000 });
        if (claimed === null) throw new Error(`${id} is due and not free`);
        sent.set(id, requestOf(claimed, await outbox.serverIdOf(claimed.documentKey)));
        const ids = claimed.type === 'create-row' ? { row_id: NEW_ROW } : { document_id: NEW_DOCUMENT };
        const receipt = buildReceipt({ key: id, type: claimed.type, ids });
        const outcome = { kind: 'done', answer: { receipt } } as const;
        await outbox.record(claimed, { outcome, token: 't', nowMs: LATER_MS, random: 0 });
      }
    }
    return sent;
  }

  test('are read whole, and what they lack has its default', async () => {
    await mirror.commands.bulkPut(rows);
    const read = await mirror.commands.orderBy('seq').toArray();
    const stored = rows.toSorted((left, right) => left.seq - right.seq);
    for (const [index, command] of read.entries()) {
      const row = stored[index];
      if (row === undefined) throw new Error('a row too many');
      expect(isUnderstood(command)).toBe(true);
      expect(command).toMatchObject(row);
      const added = without(Object.keys(row), command);
      const defaults = { loginId: null, failures: 0, mayBeRefused: false, lease: null, lastError: null };
      const lacking = ALWAYS.filter((field) => !Object.hasOwn(row, field));
      const all: Record<string, unknown> = { ...defaults, receipt: null, doneAtMs: null };
      expect(added).toEqual(Object.fromEntries(lacking.map((field) => [field, all[field]])));
    }
    expect(read).toHaveLength(rows.length);
  });

  test('ask the server for the same as the version that stored them', () => {
    for (const row of rows) {
      const key = row.documentKey;
      const request = requestOf(upcastCommand(row), key.startsWith('s:') ? Number(key.slice(2)) : null);
      expect(told(request)).toEqual(requests[row.id] ?? null);
    }
    expect(Object.keys(requests).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  test('are sent once each, those that wait for their author or another version stay, and the screens follow', async () => {
    for (const row of rows) await storeFolded(mirror, row);
    const sent = await sendAll();
    const meant = rows.filter((row) => isPending(row) && row.state !== 'held');
    expect([...sent.keys()].toSorted()).toEqual(meant.map(({ id }) => id).toSorted());
    const waiting = meant.filter(({ id }) => (requests[id] ?? null) === null);
    const known = meant.filter((row) => !waiting.includes(row));
    for (const { id } of known) expect(told(sent.get(id) ?? null)).toEqual(requests[id]);
    // A row that had no id when the command was stored has got one from the creation before it.
    for (const { id } of waiting) expect(sent.get(id)?.fields.flat()).toContain(String(NEW_ROW));
    const after = await mirror.commands.toArray();
    const others = rows.filter((row) => !meant.includes(row));
    // The fold says anew whether one may be refused.
    const as = others.map((row) => without(['mayBeRefused'], row));
    expect(after.filter(({ id }) => others.some((other) => other.id === id))).toMatchObject(as);
    expect(after.filter(({ id }) => sent.has(id)).every(({ state }) => state === 'done')).toBe(true);
    await assertFolded(mirror);
  });
});

/** A later version may add headers, and counts the attempts. */
function told(request: WriteRequest | null): FrozenRequest {
  if (request === null) return null;
  const { path, headers, fields, files } = request;
  const known = ['Idempotency-Key', 'X-Performed-At', 'X-Acting-User', 'X-Login'].filter((one) => one in headers);
  return {
    path,
    headers: Object.fromEntries(known.map((one) => [one, headers[one] ?? ''])),
    fields,
    files: files.map(({ id }) => id),
  };
}
