// Each part of what one command does to a row, and when it "may be refused".

import { describe, expect, it } from 'vitest';
import { buildCommand, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW, NOW_MS, ZONE } from '../../../test/builders/moments.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { foldCommand, foldedRowOf } from './fold.ts';
import type { FoldContext } from './fold-context.ts';
import type { CommandType, OutboxCommand } from '../store/outbox-row.ts';

const { ana, bia, caio } = PEOPLE;
const context: FoldContext = {
  people: new Map(Object.values(PEOPLE).map((ref) => [ref.id, { ref, active: true }])),
  organizations: new Map(Object.values(SECTORS).map((sector) => [sector.id, sector])),
  subjects: new Map(),
  zone: ZONE,
};
const facts = { responsible_ids_ever: [ana.id], completed_by: null, seen_by_responsible: false, arrived_at: {} };
/** Ana is creator and responsible. */
const hers = (over: Partial<DocumentRow> = {}) =>
  foldedRowOf(buildDocumentRow({ stored_status: 'pending', responsibles: [ana], facts, ...over }));
const fold = (command: OutboxCommand, row: ReturnType<typeof hers> | null = hers()) =>
  foldCommand(row, { command, context });
const file = { id: uuid(90), name: 'a.txt', mime: 'text/plain', size: 1, sha256: 'a'.repeat(64) };
const textless = { content: '', limit_date: null, responsible_ids: null };
const completed = hers({ stored_status: 'completed', facts: { ...facts, completed_by: ana.id } });
/** Done with a note, on a row from before it. */
const noted = (command: OutboxCommand, result: 'later_date_kept' | 'already_completed' | 'already_open') => ({
  ...command,
  state: 'done' as const,
  receipt: buildReceipt({ result, rev: 99, note: { user_id: bia.id, limit_date: '2027-03-21' } }),
});

describe('a response', () => {
  it('counts its files, and has been seen when a responsible writes', () => {
    const { row, mayBeRefused } = fold(buildCommand('respond', { files: [file, file] }));
    expect(mayBeRefused).toBe(false);
    expect(row).toMatchObject({ files_count: 3, interactions_count: 1, facts: { seen_by_responsible: true } });
  });

  it('of somebody else among several people has not been seen by the responsible', () => {
    const row = hers({ responsibles: [bia, caio] });
    expect(fold(buildCommand('respond'), row).row?.facts.seen_by_responsible).toBe(false);
    const seen = hers({ responsibles: [bia, caio], facts: { ...facts, seen_by_responsible: true } });
    expect(fold(buildCommand('respond'), seen).row?.facts.seen_by_responsible).toBe(true);
    const among = hers({ responsibles: [bia, ana] });
    expect(fold(buildCommand('respond'), among).row?.facts.seen_by_responsible).toBe(true);
  });

  it('of a date alone shows nothing as seen', () => {
    const extension = buildCommand('respond', { payload: { ...textless, limit_date: '2026-12-05' } });
    expect(fold(extension)).toMatchObject({ mayBeRefused: false, row: { facts: { seen_by_responsible: false } } });
  });

  it('that transfers begins anew for the new person', () => {
    const transfer = buildCommand('respond', { payload: { ...textless, responsible_ids: [caio.id] } });
    const seen = hers({ facts: { ...facts, seen_by_responsible: true } });
    expect(fold(transfer, seen)).toMatchObject({ mayBeRefused: false, row: { facts: { seen_by_responsible: false } } });
  });

  it('moves the last activity forward and never back', () => {
    const later = hers({ last_activity_at: '2027-01-01T00:00:00.000Z' });
    expect(fold(buildCommand('respond'), later).row?.last_activity_at).toBe('2027-01-01T00:00:00.000Z');
    expect(fold(buildCommand('respond')).row?.last_activity_at).toBe(NOW);
  });

  it('whose date was kept has the other date, and keeps its words', () => {
    const asked = buildCommand('respond', { payload: { limit_date: '2026-12-01' } });
    expect(fold(noted(asked, 'later_date_kept'))).toMatchObject({
      mayBeRefused: false,
      row: { limit_date: '2027-03-21', interactions_count: 1 },
    });
    const alone = buildCommand('respond', { payload: { ...textless, limit_date: '2026-12-01' } });
    expect(fold(noted(alone, 'later_date_kept'))).toMatchObject({
      mayBeRefused: false,
      row: { limit_date: '2027-03-21', interactions_count: 0, last_activity_at: hers().last_activity_at },
    });
    const unnamed = {
      ...noted(alone, 'later_date_kept'),
      receipt: buildReceipt({ result: 'later_date_kept', rev: 99 }),
    };
    expect(fold(unnamed).row?.limit_date).toBe(hers().limit_date);
  });
});

describe('a reassignment', () => {
  it('is judged with the sectors in which the document is, and may be refused', () => {
    const moved = fold(buildCommand('reassign-document'));
    expect(moved).toMatchObject({ mayBeRefused: false, row: { responsibles: [caio], last_activity_at: NOW } });
    const same = buildCommand('reassign-document', { payload: { responsible_ids: [ana.id] } });
    const row = hers({ organizations: [SECTORS.works] });
    expect(fold(same, row)).toEqual({ row, mayBeRefused: true });
    const unknown = buildCommand('reassign-document', { payload: { responsible_ids: [777] } });
    expect(fold(unknown, row)).toEqual({ row, mayBeRefused: true });
  });
});

describe('completion and reopening', () => {
  it('of what is so already change nothing and may not be refused', () => {
    expect(fold(buildCommand('complete-document'), completed)).toEqual({ row: completed, mayBeRefused: false });
    const open = hers();
    expect(fold(buildCommand('reopen-document'), open)).toEqual({ row: open, mayBeRefused: false });
  });

  it('change the status', () => {
    expect(fold(buildCommand('complete-document'))).toMatchObject({
      mayBeRefused: false,
      row: { stored_status: 'completed', facts: { completed_by: ana.id } },
    });
    const reopening = buildCommand('reopen-document', { payload: { limit_date: '2026-12-09' } });
    expect(fold(reopening, completed)).toMatchObject({ mayBeRefused: false, row: { limit_date: '2026-12-09' } });
    expect(fold(noted(reopening, 'already_open'), completed).row?.limit_date).toBe('2027-03-21');
  });

  it('of somebody who may not are left out', () => {
    const theirs = hers({ stored_status: 'completed', created_by: bia.id, creator: bia, responsibles: [bia] });
    const reopening = buildCommand('reopen-document', { actorId: caio.id });
    expect(fold(reopening, theirs)).toEqual({ row: theirs, mayBeRefused: true });
  });
});

it('a view shows the document as seen and may not be refused', () => {
  expect(fold(buildCommand('record-view'))).toMatchObject({
    mayBeRefused: false,
    row: { stored_status: 'under_review', facts: { seen_by_responsible: true } },
  });
});

it('a command without its document may be refused, one on rows of reference data or of a newer version may not', () => {
  const onDocuments: readonly CommandType[] = ['respond', 'complete-document', 'reopen-document', 'record-view'];
  for (const type of onDocuments) expect(fold(buildCommand(type) as OutboxCommand, null).mayBeRefused).toBe(true);
  const row = hers();
  expect(fold(buildCommand('delete-rows'), row)).toEqual({ row, mayBeRefused: false });
  expect(fold(buildCommand('delete-rows'), null)).toEqual({ row: null, mayBeRefused: false });
  expect(fold(buildCommand('complete-document', { version: 99 }), row)).toEqual({ row, mayBeRefused: false });
});

it('a creation has its tags, its moments and nothing seen', () => {
  const tag = { title: 'obras', type: 'keyword', user_id: null } as const;
  const { row, mayBeRefused } = fold(buildCommand('create-document', { payload: { tags: [tag] } }), null);
  expect(mayBeRefused).toBe(false);
  expect(row).toMatchObject({
    tags: [tag],
    created_at: new Date(NOW_MS).toISOString(),
    subject: { id: 1, name: '' },
    facts: { seen_by_responsible: false, arrived_at: { [String(bia.id)]: NOW } },
  });
});
