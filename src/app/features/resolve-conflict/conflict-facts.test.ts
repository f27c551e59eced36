// What the title of a conflict says. The row of a document comes before its thread, and may stand
// on the device alone.

import { afterEach, beforeEach, expect, test, describe } from 'vitest';
import { buildCommand, buildError } from '../../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow, buildLog } from '../../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../../test/builders/build-people.ts';
import { minutesFromNow, NOW_MS, TODAY, ZONE } from '../../../../test/builders/moments.ts';
import { openTestMirror, storeFolded } from '../../../../test/builders/open-test-mirror.ts';
import type { DocumentLog, DocumentRow } from '#contract/documents.ts';
import type { ConflictCode } from '#domain/refusals.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { viewDocument } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { keyOfServerId } from '#mirror/store/rows.ts';
import {
  conflictFacts,
  type ConflictFacts,
  dropsCompletion,
  openChoices,
  type OpenChoice,
  statusPath,
} from './conflict-facts.ts';
import type { Status } from '#domain/status.ts';

const { bia, caio, davi } = PEOPLE;
let mirror: Mirror;

beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(() => mirror.delete());

type Meanwhile = { readonly code: ConflictCode; readonly row: Partial<DocumentRow>; readonly logs?: DocumentLog[] };

/**
 * The title of the conflict of Ana's transfer to Davi. `logs`: the thread that is on the device;
 * none when absent.
 */
async function titleAfter({ code, row: changed, logs }: Meanwhile): Promise<string | undefined> {
  const row = buildDocumentRow(changed);
  await applyPage(mirror, buildPage([putDocument(row)]));
  if (logs !== undefined) {
    await mirror.details.put({ ...buildDetails(row, { logs }), key: keyOfServerId(row.id), openedAtMs: 0 });
  }
  await storeFolded(
    mirror,
    buildCommand('respond', {
      state: 'conflict',
      lastError: buildError({ class: 'conflict', status: 409, code }),
      payload: { content: '', responsible_ids: [davi.id] },
    }),
  );
  const [item] = await outboxItems(mirror, { nowMs: NOW_MS });
  const person = { userId: 7, superAdmin: false, acronym: 'PMVI' };
  const view = await viewDocument(mirror, { address: 's:1', person, today: TODAY, zone: ZONE });
  if (item === undefined || view === null) throw new Error('the conflict and its document are on the device');
  return conflictFacts({ item, view, here: { today: TODAY, zone: ZONE } })?.title.replaceAll(/\s/g, ' ');
}

const transfer = buildLog({
  id: 3,
  action: 'transfer',
  creator: bia,
  responsibles: [caio],
  created_at: minutesFromNow(-10),
  performed_at: minutesFromNow(-10),
});

test('the title of a conflict names who transferred the document, to whom and when', async () => {
  expect(await titleAfter({ code: 'responsible_changed', row: { responsibles: [caio] }, logs: [transfer] })).toBe(
    'PMVI 042 foi transferido para Caio Porto por Bia Souza às 10:50, enquanto você estava sem internet.',
  );
});

test('a transfer whose thread is not on the device is told with the person whom the row of the document names', async () => {
  expect(await titleAfter({ code: 'responsible_changed', row: { responsibles: [caio] } })).toBe(
    'PMVI 042 foi transferido para Caio Porto, enquanto você estava sem internet.',
  );
});

test('a thread that ends before the transfer does not name the person of an earlier one', async () => {
  const earlier = buildLog({ id: 2, action: 'creation', responsibles: [bia] });
  expect(await titleAfter({ code: 'responsible_changed', row: { responsibles: [caio] }, logs: [earlier] })).toBe(
    'PMVI 042 foi transferido para Caio Porto, enquanto você estava sem internet.',
  );
});

test('a completion whose thread is not on the device is told without a person', async () => {
  expect(await titleAfter({ code: 'completed_meanwhile', row: { stored_status: 'completed' } })).toBe(
    'PMVI 042 foi finalizado, enquanto você estava sem internet.',
  );
});

test('a completion in conflict tells whose the document was and whose it is', async () => {
  const row = buildDocumentRow({ responsibles: [caio] });
  await applyPage(mirror, buildPage([putDocument(row)]));
  const error = buildError({ class: 'conflict', status: 409, code: 'responsible_changed' });
  const basedOn = { status: 'under_review' as const, limit_date: row.limit_date, responsible_ids: [davi.id] };
  await storeFolded(mirror, buildCommand('complete-document', { state: 'conflict', lastError: error, basedOn }));
  const [item] = await outboxItems(mirror, { nowMs: NOW_MS });
  const person = { userId: 7, superAdmin: false, acronym: 'PMVI' };
  const view = await viewDocument(mirror, { address: 's:1', person, today: TODAY, zone: ZONE });
  if (item === undefined || view === null) throw new Error('the conflict and its document are on the device');
  expect(conflictFacts({ item, view, here: { today: TODAY, zone: ZONE } })).toMatchObject({
    title: 'PMVI 042 foi transferido para Caio Porto, enquanto você estava sem internet.',
    facts: { completes: true, isCompleted: false },
    yours: { status: 'completed', to: null, withIds: [davi.id] },
    words: { completes: true, currentlyWith: 'Caio Porto' },
  });
});

const base: ConflictFacts = {
  command: {
    payload: {
      content: '<p>Está confirmado.</p>',
      limit_date: '2026-11-30',
      responsible_ids: null,
      organization_ids: [],
    },
    files: [],
  },
  completes: false,
  isCompleted: true,
  canReopen: true,
  canTransfer: true,
  canComplete: false,
  currentLimitDate: '2026-11-23',
  currentResponsibleIds: [7],
};

const namesOf = (facts: ConflictFacts) =>
  openChoices(facts).map(({ choice, reopens }) => (reopens ? `${choice}*` : choice));
const withPayload = (change: Partial<ConflictFacts['command']['payload']>): ConflictFacts => ({
  ...base,
  command: { ...base.command, payload: { ...base.command.payload, ...change } },
});

describe('choices of a conflict (* reopens)', () => {
  test('completed meanwhile: send the words alone, send everything, or give up', () => {
    expect(namesOf(base)).toEqual(['text-only*', 'on-top*', 'give-up']);
  });

  test('an author who may complete it again can send the words and complete it, before all other choices', () => {
    expect(namesOf({ ...base, canComplete: true })).toEqual(['then-complete*', 'text-only*', 'on-top*', 'give-up']);
    expect(namesOf({ ...base, canComplete: true, canReopen: false })).toEqual(['give-up']);
    expect(namesOf({ ...base, canComplete: true, isCompleted: false })).toEqual(['text-only', 'on-top', 'give-up']);
    const wordless = withPayload({ content: '' });
    expect(namesOf({ ...wordless, canComplete: true })).toEqual(['on-top*', 'give-up']);
  });

  test('an author who may not reopen can only give up', () => {
    expect(namesOf({ ...base, canReopen: false })).toEqual(['give-up']);
  });

  test('a transfer without words applies to a completed document without reopening it', () => {
    const facts = withPayload({ content: '', limit_date: null, responsible_ids: [9] });
    expect(namesOf({ ...facts, canReopen: false })).toEqual(['on-top', 'give-up']);
  });

  test('transferred meanwhile: no choice reopens the document', () => {
    const facts = withPayload({ limit_date: null, responsible_ids: [9] });
    expect(namesOf({ ...facts, isCompleted: false })).toEqual(['text-only', 'on-top', 'give-up']);
  });

  test('a completion of what was transferred meanwhile is made or given up, as far as its author still may', () => {
    const nothing = withPayload({ content: '', limit_date: null });
    const facts = { ...nothing, completes: true, isCompleted: false };
    expect(namesOf({ ...facts, canComplete: true })).toEqual(['on-top', 'give-up']);
    expect(namesOf({ ...facts, canComplete: false })).toEqual(['give-up']);
    expect(namesOf({ ...facts, canComplete: false, isCompleted: true })).toEqual(['give-up']);
  });

  test('a transfer to the present responsible is not offered', () => {
    const facts = withPayload({ content: '', limit_date: null, responsible_ids: [7] });
    expect(namesOf({ ...facts, isCompleted: false })).toEqual(['give-up']);
  });

  test('a plain reply on a completed document either reopens it or is given up', () => {
    expect(namesOf(withPayload({ limit_date: null }))).toEqual(['text-only*', 'give-up']);
  });
});

test('a completion that waits behind the reply leaves the outbox with the choices that have no use for it', () => {
  const dropping = (isCompleted: boolean) =>
    openChoices({ ...base, canComplete: true, isCompleted }).flatMap((one) =>
      dropsCompletion(one, { isCompleted }) ? [one.choice] : [],
    );
  expect(dropping(true)).toEqual(['text-only', 'give-up']);
  expect(dropping(false)).toEqual([]);
});

const reply = buildCommand('respond', { seq: 1, payload: { content: '<p>Feito.</p>' } });
const completion = { command: buildCommand('complete-document', { seq: 2 }) };
const extension = buildCommand('respond', { seq: 1, payload: { content: '', limit_date: '2026-11-30' } });
const nothing = buildCommand('respond', { payload: { content: '' } });
const move = buildCommand('respond', { seq: 1, payload: { content: '', responsible_ids: [9] } });

const told = (at: {
  status: Status;
  by?: string | null;
  command?: typeof reply;
  yours?: Status;
  completes?: boolean;
  chosen: OpenChoice;
  follows?: (typeof completion)[];
}) => {
  const { status, by = 'Caio Rezende Porto', command = reply, yours = 'under_review', chosen, follows = [] } = at;
  const conflict = {
    by,
    command,
    facts: { completes: at.completes === true },
    yours: { status: yours, to: null, withIds: null },
    view: { document: { status } },
  };
  return statusPath({ conflict, chosen, follows }).map((one) => [`${one.isPencil ? '~' : ''}${one.status}`, one.note]);
};

test('a reply that reopens, with a completion behind it, ends where the author ended it', () => {
  const chosen = { choice: 'text-only', reopens: true } as const;
  expect(told({ status: 'completed', chosen, follows: [completion] })).toEqual([
    ['completed', 'Caio'],
    ['~under_review', 'com a resposta'],
    ['~completed', 'você'],
  ]);
});

test('a reply that is sent and then completed ends Finalizado, with a waiting completion or a new one, in one step', () => {
  const chosen = { choice: 'then-complete', reopens: true } as const;
  const path = [
    ['completed', 'Caio'],
    ['~under_review', 'com a resposta'],
    ['~completed', 'você'],
  ];
  expect(told({ status: 'completed', chosen })).toEqual(path);
  expect(told({ status: 'completed', chosen, follows: [completion] })).toEqual(path);
});

test('giving up changes nothing, and an act that finds the status it would give adds no step', () => {
  const chosen = { choice: 'give-up', reopens: false } as const;
  expect(told({ status: 'completed', by: null, chosen, follows: [completion] })).toEqual([['completed', '']]);
});

test('an extension applied on top of a completion reopens the document first', () => {
  const chosen = { choice: 'on-top', reopens: true } as const;
  expect(told({ status: 'completed', command: extension, yours: 'extended', chosen })).toEqual([
    ['completed', 'Caio'],
    ['~under_review', 'você'],
    ['~extended', 'com a nova data'],
  ]);
});

test('a transfer applied on top of another one moves a document that was not seen to Tramitando', () => {
  const chosen = { choice: 'on-top', reopens: false } as const;
  expect(told({ status: 'pending', command: move, chosen })).toEqual([
    ['pending', 'Caio'],
    ['~under_review', 'você'],
  ]);
});

test('a completion made on a document that was transferred ends Finalizado', () => {
  const chosen = { choice: 'on-top', reopens: false } as const;
  expect(told({ status: 'under_review', completes: true, command: nothing, yours: 'completed', chosen })).toEqual([
    ['under_review', 'Caio'],
    ['~completed', 'você'],
  ]);
});
