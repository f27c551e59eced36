import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCommand, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW, NOW_MS, ZONE } from '../../../test/builders/moments.ts';
import type { DocumentRow } from '#contract/documents.ts';
import type { PersonRef } from '#contract/scalars.ts';
import type { SeenDocument } from '#contract/writes.ts';
import { foldDocument, foldedRowOf, isFolded, mirrorDocumentOf, serverRowOf } from './fold.ts';
import type { FoldContext } from './fold-context.ts';
import { COMMAND_STATES, type CommandPayloads, type OutboxCommand } from '../store/outbox-row.ts';
import { INK } from '../store/rows.ts';

const { ana, bia, caio } = PEOPLE;

const context: FoldContext = {
  people: new Map(Object.values(PEOPLE).map((ref) => [ref.id, { ref, active: true }])),
  organizations: new Map(Object.values(SECTORS).map((sector) => [sector.id, sector])),
  subjects: new Map([[1, { id: 1, name: 'Sinalização viária' }]]),
  zone: ZONE,
};

function fold(base: DocumentRow | null, commands: readonly OutboxCommand[]) {
  const key = base === null ? (commands[0]?.documentKey ?? 's:1') : 's:1';
  return foldDocument({ key, base, commands }, context);
}

/** Ana is creator and responsible, so every verb is allowed to her. */
const HERS = buildDocumentRow({
  stored_status: 'pending',
  responsibles: [ana],
  facts: { responsible_ids_ever: [ana.id], completed_by: null, seen_by_responsible: false, arrived_at: {} },
});

const BASED_ON: SeenDocument = { status: 'pending', limit_date: HERS.limit_date, responsible_ids: [ana.id] };
const toCaio = { responsible_ids: [caio.id], content: '' };

const NOTES = {
  respond: 'later_date_kept',
  'complete-document': 'already_completed',
} as const;

/**
 * A command that the server took without an effect, as its receipt says. The row is older than that
 * receipt, so the fold still has to show what the receipt's note tells.
 */
function lost<Type extends keyof typeof NOTES>(type: Type, payload: Partial<CommandPayloads[Type]>): OutboxCommand {
  const note = { user_id: bia.id, limit_date: '2027-03-21' };
  const receipt = buildReceipt({ type, result: NOTES[type], note, rev: 99 });
  return buildCommand(type, { state: 'done', doneAtMs: NOW_MS, receipt, payload }) as OutboxCommand;
}

describe('foldDocument', () => {
  it('makes a document from a creation alone, with names from the mirror and a local code instead of a number', () => {
    const creation = buildCommand('create-document', { id: '11111111-1111-4111-8111-11111111abcd' });
    const { document } = fold(null, [creation]);
    expect(document).toMatchObject({
      key: creation.id,
      serverId: null,
      number: null,
      localCode: 'L-ABCD',
      stored_status: 'pending',
      creator: ana,
      origin: SECTORS.works,
      responsibles: [bia],
      organizations: [SECTORS.traffic],
      subject: { id: 1, name: 'Sinalização viária' },
      created_at: NOW,
      command_id: creation.id,
      pencil: { ...INK, document: true },
    });
  });

  type Case = { name: string; commands: OutboxCommand[]; shown: object };
  const cases: Case[] = [
    {
      name: 'a view by a responsible starts the review',
      commands: [buildCommand('record-view')],
      shown: { stored_status: 'under_review', pencil: { status: true } },
    },
    {
      name: 'a reply counts',
      commands: [buildCommand('respond')],
      shown: { interactions_count: 1, last_activity_at: NOW, stored_status: 'under_review', pencil: { replies: 1 } },
    },
    {
      name: 'an extension',
      commands: [buildCommand('respond', { payload: { content: '', limit_date: '2026-12-05' } })],
      shown: { limit_date: '2026-12-05', stored_status: 'extended', pencil: { limitDate: true, replies: 0 } },
    },
    {
      name: 'a transfer moves person and sector and remembers both',
      commands: [buildCommand('respond', { basedOn: BASED_ON, payload: toCaio })],
      shown: {
        responsibles: [caio],
        organizations: [SECTORS.archive],
        facts: { responsible_ids_ever: [ana.id, caio.id], arrived_at: { [caio.id]: NOW } },
        pencil: { responsibles: true },
      },
    },
    {
      name: 'a redistribution moves person and sector, whatever its author may do otherwise',
      commands: [buildCommand('reassign-document', { basedOn: BASED_ON })],
      shown: {
        responsibles: [caio],
        organizations: [SECTORS.archive],
        stored_status: 'under_review',
        pencil: { responsibles: true },
      },
    },
    {
      name: 'a redistribution of a document that has moved since may be refused',
      commands: [buildCommand('reassign-document', { basedOn: { ...BASED_ON, responsible_ids: [777] } })],
      shown: { stored_status: 'pending', pencil: { responsibles: false } },
    },
    {
      name: 'a completion',
      commands: [buildCommand('complete-document')],
      shown: { stored_status: 'completed', facts: { completed_by: ana.id }, pencil: { status: true } },
    },
    {
      name: 'a completion and a reopening, in order',
      commands: [buildCommand('reopen-document', { seq: 2 }), buildCommand('complete-document', { seq: 1 })],
      shown: { stored_status: 'under_review' },
    },
    {
      name: 'a date that lost, before the row that has the other one: the one its receipt names',
      commands: [lost('respond', { limit_date: '2026-12-01', content: '' })],
      shown: { limit_date: '2027-03-21', interactions_count: 0, pencil: { limitDate: false } },
    },
    {
      name: 'a date that lost, with words: the words and the other date',
      commands: [lost('respond', { limit_date: '2026-12-01' })],
      shown: { limit_date: '2027-03-21', interactions_count: 1 },
    },
    {
      name: 'a second completion: by whom the receipt names',
      commands: [lost('complete-document', {})],
      shown: { stored_status: 'completed', facts: { completed_by: bia.id } },
    },
    {
      name: 'a refused command has no effect but is told of',
      commands: [buildCommand('complete-document', { state: 'refused' })],
      shown: { stored_status: 'pending', pencil: { needsAuthor: true, status: false } },
    },
    {
      name: 'a conflicting one likewise',
      commands: [buildCommand('respond', { state: 'conflict', payload: toCaio })],
      shown: { responsibles: [ana], pencil: { needsAuthor: true } },
    },
  ];

  it.each(cases)('$name', ({ commands, shown }) => {
    expect(fold(HERS, commands).document).toMatchObject(shown);
  });

  it('counts in pencil only the replies that wait, on top of those of the server', () => {
    const { document } = fold({ ...HERS, interactions_count: 3 }, [
      buildCommand('respond'),
      buildCommand('respond', { seq: 2 }),
    ]);
    expect(document).toMatchObject({ interactions_count: 5, pencil: { replies: 2 } });
  });

  it('marks what was made before its document, and shows the whole document all the same', () => {
    const creation = buildCommand('create-document', { seq: 2 });
    const early = buildCommand('respond', { documentKey: creation.id });
    const { document, marks } = fold(null, [creation, early]);
    expect(document?.pencil).toEqual({ ...INK, document: true, mayBeRefused: true });
    expect([marks.get(early.id), marks.get(creation.id)]).toEqual([true, false]);
  });

  it('says that a transfer may be refused when the document has moved on under it', () => {
    const transfer = buildCommand('respond', { basedOn: BASED_ON, payload: toCaio });
    const moved = { ...HERS, rev: 12, responsibles: [bia] };
    const { document, marks } = fold(moved, [transfer]);
    expect(marks.get(transfer.id)).toBe(true);
    expect(document).toMatchObject({ responsibles: [bia], pencil: { mayBeRefused: true, responsibles: false } });
  });

  it('judges a command on the day it was made: a document overdue since then is still completed (rule A4)', () => {
    const yesterday = buildCommand('complete-document', { performedAtMs: NOW_MS - 24 * 3_600_000 });
    const late = { ...HERS, limit_date: '2026-11-19' };
    expect(fold(late, [yesterday]).document?.stored_status).toBe('completed');
    expect(fold(late, [buildCommand('complete-document')]).marks.get(uuid(1))).toBe(true);
  });

  it('keeps the effect of a done command until the row has reached its receipt, in ink, and never doubles it', () => {
    const done = buildCommand('respond', { state: 'done', receipt: buildReceipt({ rev: 11 }) });
    expect(fold({ ...HERS, rev: 10 }, [done]).document).toMatchObject({
      interactions_count: 1,
      pencil: { replies: 0 },
    });
    const arrived = fold({ ...HERS, rev: 11, interactions_count: 1 }, [done]).document;
    expect(arrived).toMatchObject({ interactions_count: 1 });
  });

  it('leaves the document unchanged by a command that it does not understand', () => {
    const foreign = { ...buildCommand('respond'), type: 'stamp-document', state: 'held' } as unknown as OutboxCommand;
    expect(fold(HERS, [foreign]).document).toEqual(fold(HERS, []).document);
  });

  it('gives the server row back from a row in ink', () => {
    const row = { ...HERS, status: HERS.stored_status };
    const shown = mirrorDocumentOf(foldedRowOf(row), { key: 's:1', pencil: INK });
    expect(serverRowOf(shown)).toEqual(row);
  });
});

const commands = fc
  .array(
    fc.record({
      type: fc.constantFrom('create-document', 'respond', 'complete-document', 'reopen-document', 'record-view'),
      state: fc.constantFrom(...COMMAND_STATES),
      rev: fc.option(fc.integer({ min: 1, max: 20 }), { nil: null }),
      actorId: fc.constantFrom(7, 8, 99),
      limitDate: fc.option(fc.constantFrom('2026-11-01', '2026-11-27', '2026-12-05'), { nil: null }),
      responsibleIds: fc.option(fc.subarray([7, 8, 9, 99]), { nil: null }),
      content: fc.constantFrom('', '<p>x</p>'),
      days: fc.integer({ min: -20, max: 20 }),
      based: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    all.map(({ type, state, rev, actorId, limitDate, responsibleIds, content, days, based }, index): OutboxCommand => {
      const common = {
        seq: index + 1,
        actorId,
        documentKey: 's:1',
        state,
        performedAtMs: NOW_MS + days * 24 * 3_600_000,
        basedOn: based ? { status: 'pending' as const, limit_date: '2026-11-27', responsible_ids: [8] } : null,
        receipt: rev === null ? null : buildReceipt({ rev }),
      };
      if (type === 'respond') {
        const payload = { content, limit_date: limitDate, responsible_ids: responsibleIds, organization_ids: [] };
        return buildCommand('respond', { ...common, payload });
      }
      if (type === 'complete-document') return buildCommand(type, { ...common, payload: { limit_date: limitDate } });
      if (type === 'reopen-document') return buildCommand(type, { ...common, payload: { limit_date: limitDate } });
      return type === 'create-document' ? buildCommand(type, common) : buildCommand('record-view', common);
    }),
  );

const bases = fc.option(
  fc.record({
    stored_status: fc.constantFrom('pending', 'under_review', 'extended', 'completed'),
    limit_date: fc.constantFrom('2026-10-01', '2026-11-20', '2026-11-27', '2027-01-01'),
    responsibles: fc.constantFrom<PersonRef[]>([], [ana], [bia], [ana, bia]),
    rev: fc.integer({ min: 1, max: 20 }),
  }),
  { nil: null },
);

describe('foldDocument, for any row and commands', () => {
  it('has a view for every history, and a mark for every pending command', () => {
    fc.assert(
      fc.property(bases, commands, (base, history) => {
        const row = base === null ? null : buildDocumentRow(base);
        const { document, marks } = fold(row, history);
        const made = history.some((one) => one.type === 'create-document' && isFolded(one, row));
        expect(document === null).toBe(row === null && !made);
        const pending = history.filter((command) => !['done', 'refused', 'conflict'].includes(command.state));
        expect([...marks.keys()].sort()).toEqual(pending.map((command) => command.id).sort());
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order in which it reads the commands', () => {
    fc.assert(
      fc.property(bases, commands, (base, history) => {
        const row = base === null ? null : buildDocumentRow(base);
        expect(fold(row, history.toReversed()).document).toEqual(fold(row, history).document);
      }),
    );
  });

  it('shows the bare row when nothing is pending', () => {
    fc.assert(
      fc.property(bases, commands, (base, history) => {
        const row = buildDocumentRow(base ?? {});
        const over = history.map((command) => ({
          ...command,
          state: 'done' as const,
          receipt: buildReceipt({ rev: row.rev }),
        }));
        expect(fold(row, over).document).toEqual(fold(row, []).document);
      }),
    );
  });
});
