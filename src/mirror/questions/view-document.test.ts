import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import type { Receipt } from '#contract/writes.ts';
import { buildDetails, buildDocumentRow, buildInteraction, buildLog } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { minutesFromNow, NOW, NOW_MS, TODAY, ZONE } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import type { DocumentDetails } from '#contract/documents.ts';
import { applyDetails } from '../apply/apply-details.ts';
import { applyPage } from '../apply/apply-page.ts';
import { cacheServerFile } from '../keep/cached-files.ts';
import { keepFile } from '../keep/files.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { refold } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { viewDocument, type DocumentView } from './view-document.ts';

const { ana, bia, caio, davi } = PEOPLE;
const row = buildDocumentRow();

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

async function mirrored(details: Partial<DocumentDetails> = {}): Promise<void> {
  await applyPage(mirror, buildPage([putDocument(row)]));
  await applyDetails(mirror, [buildDetails(row, details)]);
}

async function wait(...commands: OutboxCommand[]): Promise<void> {
  for (const command of commands) {
    await mirror.commands.put(command);
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, command.documentKey));
  }
}

async function view(address = '1'): Promise<DocumentView> {
  const person = { userId: ana.id, superAdmin: false, acronym: 'PMVI' };
  const seen = await viewDocument(mirror, { address, person, today: TODAY, zone: ZONE });
  if (seen === null) throw new Error('not on this device');
  return seen;
}

const kinds = ({ thread }: DocumentView) => thread.map((entry) => `${entry.kind}${entry.pencil === null ? '' : '*'}`);

describe('viewDocument', () => {
  it('finds a document by its key and by the server’s id, and by nothing else', async () => {
    await mirrored();
    expect((await view('s:1')).document.ticket).toBe('PMVI042');
    expect((await view('1')).document.key).toBe('s:1');
    const person = { userId: ana.id, superAdmin: false, acronym: 'PMVI' };
    expect(await viewDocument(mirror, { address: '2', person, today: TODAY, zone: ZONE })).toBeNull();
  });

  it('shows the thread in the order of arrival, a message before the acts of its gesture, then what waits', async () => {
    const gesture = {
      creator: bia,
      command_id: null,
      created_at: minutesFromNow(-20),
      performed_at: minutesFromNow(-20),
    };
    await mirrored({
      interactions: [
        buildInteraction({ id: 2, ...gesture }),
        buildInteraction({ id: 1, created_at: minutesFromNow(-40), performed_at: minutesFromNow(-40) }),
      ],
      logs: [
        buildLog({ id: 1, created_at: row.created_at, performed_at: row.created_at }),
        buildLog({ id: 2, action: 'view', creator: bia }),
        buildLog({ id: 3, ...gesture, action: 'transfer', responsibles: [caio], organizations: [SECTORS.archive] }),
        buildLog({
          id: 4,
          action: 'extension',
          limit_date: '2026-12-01',
          created_at: minutesFromNow(-10),
          performed_at: minutesFromNow(-10),
        }),
      ],
    });
    await wait(
      buildCommand('respond', { payload: { limit_date: '2026-12-24', responsible_ids: [davi.id] } }),
      buildCommand('complete-document', { seq: 2 }),
    );
    expect(kinds(await view())).toEqual([
      'message',
      'message',
      'message',
      'transfer',
      'extension',
      'message*',
      'transfer*',
      'extension*',
      'completion*',
    ]);
    expect((await view()).thread[0]).toMatchObject({
      author: ana,
      mine: true,
      content: '<p>Solicito a interdição.</p>',
    });
    expect((await view()).thread[6]).toMatchObject({ responsibles: [davi], organizations: [SECTORS.traffic] });
  });

  it('shows no act that turned out to have had no effect', async () => {
    await mirrored();
    const done = { state: 'done', doneAtMs: NOW_MS } as const;
    const noted = (type: string, result: Receipt['result']) =>
      buildReceipt({ type, result, note: { user_id: bia.id, limit_date: '2026-12-24' }, rev: 99 });
    await wait(
      buildCommand('respond', {
        ...done,
        payload: { limit_date: '2026-12-10' },
        receipt: noted('respond', 'later_date_kept'),
      }),
      buildCommand('complete-document', {
        ...done,
        seq: 2,
        receipt: noted('complete-document', 'already_completed'),
      }),
    );
    const shown = await view();
    expect(kinds(shown)).toEqual(['message', 'message']);
    expect(shown.history.map((entry) => entry.action)).not.toContain('completion');
  });

  it('never shows a registered reply twice, whichever answer came first, and keeps its key', async () => {
    await mirrored();
    const reply = buildCommand('respond');
    await wait(reply);
    const key = `c:${reply.id}:message`;
    expect((await view()).thread.map((entry) => entry.key)).toEqual(['d:s:1', key]);

    await wait({ ...reply, state: 'done', receipt: buildReceipt({ rev: 11 }) });
    expect(kinds(await view())).toEqual(['message', 'message']);

    const interaction = buildInteraction({ creator: ana, command_id: reply.id });
    await applyDetails(mirror, [buildDetails({ ...row, rev: 11 }, { interactions: [interaction] })]);
    expect((await view()).thread.map((entry) => [entry.key, entry.pencil])).toEqual([
      ['d:s:1', null],
      [key, null],
    ]);
  });

  it('shows a command that its author must decide, in pencil', async () => {
    await mirrored();
    await wait(buildCommand('respond', { state: 'refused' }));
    expect(kinds(await view())).toEqual(['message', 'message*']);
  });

  it('shows both times only when something arrived noticeably later, and tells of a wrong clock (rule A4)', async () => {
    await mirrored({
      interactions: [
        buildInteraction({ id: 1, performed_at: minutesFromNow(-300), created_at: minutesFromNow(-30) }),
        buildInteraction({
          id: 2,
          performed_at: minutesFromNow(-20),
          created_at: minutesFromNow(-20),
          clock_suspect: true,
        }),
      ],
    });
    const [, late, suspect] = (await view()).thread;
    expect(late).toMatchObject({ at: minutesFromNow(-300), receivedAt: minutesFromNow(-30), clockSuspect: false });
    expect(suspect).toMatchObject({ receivedAt: null, clockSuspect: true });
  });

  it('shows the name that an author had when they acted, where it is another one now (S155)', async () => {
    await mirrored({
      interactions: [buildInteraction({ id: 1, creator_then: 'Ana Souza' }), buildInteraction({ id: 2 })],
      logs: [buildLog({ id: 3, action: 'completion', creator_then: 'Ana Souza' })],
    });
    const { thread, history } = await view();
    expect(thread.map(({ authorThen }) => authorThen).filter(Boolean)).toEqual(['Ana Souza', 'Ana Souza']);
    expect(history.map(({ authorThen }) => authorThen)).toContain('Ana Souza');
  });

  it('shows a document made here from its command', async () => {
    const creation = buildCommand('create-document');
    await wait(creation, buildCommand('respond', { seq: 2, documentKey: creation.id }));
    const seen = await view(creation.id);
    expect(kinds(seen)).toEqual(['message*', 'message*']);
    expect(seen).toMatchObject({ details: null, document: { ticket: null, localCode: 'L-0001' } });
    expect(seen.thread[0]).toMatchObject({
      content: '<p>Segue a medição.</p>',
      key: `c:${creation.id}:message`,
      at: NOW,
    });
    expect(seen.viewers).toEqual({ seen: [], notYet: [bia], others: [] });
  });

  it('says of every file whether it opens without a network', async () => {
    const ref = { id: 900, name: 'Ofício.pdf', mime_type: 'application/pdf', size: 3, sha256: '0'.repeat(64) };
    await mirrored({ files: [ref, { ...ref, id: 901 }] });
    await cacheServerFile(mirror, {
      serverFileId: 900,
      name: ref.name,
      mime: ref.mime_type,
      blob: new Blob(['abc']),
      nowMs: NOW_MS,
    });
    const picked = Object.assign(new Blob(['abc']), { name: 'Croqui.pdf' });
    const { id, name, mime, size, sha256 } = await keepFile(mirror, {
      id: uuid(50),
      owner: 'command:x',
      file: picked,
      nowMs: NOW_MS,
    });
    await wait(buildCommand('respond', { files: [{ id, name, mime, size, sha256 }] }));
    expect((await view()).files).toMatchObject([
      { key: 'f:900', serverFileId: 900, localFileId: 'cache:900', onDevice: true, pencil: false },
      { key: 'f:901', serverFileId: 901, localFileId: null, onDevice: false, pencil: false },
      { key: `l:${id}`, serverFileId: null, localFileId: id, onDevice: true, pencil: true, name: 'Croqui.pdf' },
    ]);
  });

  it('draws the way through the sectors with the days in each, a waiting transfer included', async () => {
    await mirrored({
      logs: [
        buildLog({ created_at: '2026-11-12T12:00:00.000Z', organizations: [SECTORS.traffic] }),
        buildLog({
          id: 2,
          action: 'transfer',
          created_at: '2026-11-16T12:00:00.000Z',
          organizations: [SECTORS.archive],
        }),
      ],
    });
    const stops = async () => (await view()).route.map(({ acronym, days, current }) => [acronym, days, current]);
    expect(await stops()).toEqual([
      ['SEMOB', 0, false],
      ['SEMTRAN', 4, false],
      ['ARQ', 4, true],
    ]);
    await wait(buildCommand('respond', { payload: { responsible_ids: [davi.id] } }));
    expect(await stops()).toEqual([
      ['SEMOB', 0, false],
      ['SEMTRAN', 4, false],
      ['ARQ', 4, false],
      ['SEMTRAN', 0, true],
    ]);
  });

  it("has one line of history for a person's views within 30 minutes (rule E2)", async () => {
    const looked = (id: number, minutes: number, creator = bia) =>
      buildLog({
        id,
        action: 'view',
        creator,
        performed_at: minutesFromNow(minutes),
        created_at: minutesFromNow(minutes),
      });
    await mirrored({ logs: [looked(1, -90), looked(2, -80), { ...looked(3, -75), creator: caio }, looked(4, -50)] });
    await wait(buildCommand('record-view'), buildCommand('record-view', { seq: 2 }));
    const lines = (await view()).history.map((entry) => [entry.author.id, entry.at, entry.pencil !== null]);
    expect(lines).toEqual([
      [bia.id, minutesFromNow(-90), false],
      [caio.id, minutesFromNow(-75), false],
      [bia.id, minutesFromNow(-50), false],
      [ana.id, NOW, true],
    ]);
  });

  it('counts views among current and past responsibles, the person’s own waiting view included', async () => {
    const facts = { ...row.facts, responsible_ids_ever: [bia.id, ana.id, davi.id] };
    await applyPage(mirror, buildPage([putDocument({ ...row, rev: 11, facts })]));
    const viewer = (user: typeof bia | typeof caio) => ({
      user,
      first_at: NOW,
      last_at: minutesFromNow(-5),
      count: 2,
      offline: false,
    });
    await applyDetails(mirror, [buildDetails({ ...row, rev: 11 }, { viewers: [viewer(bia), viewer(caio)] })]);
    await wait(buildCommand('record-view', { payload: { offline: true } }));
    const { seen, notYet, others } = (await view()).viewers;
    expect(seen.map(({ user, count, offline }) => [user.id, count, offline])).toEqual([
      [ana.id, 1, true],
      [bia.id, 2, false],
    ]);
    expect(notYet).toEqual([davi]);
    expect(others.map(({ user }) => user.id)).toEqual([caio.id]);
  });

  it('tells when its reader had it open or wrote in it, and nothing of what was done without a network', async () => {
    const at = (minutes: number, more: object = {}) => {
      const moment = minutesFromNow(minutes);
      return { creator: ana, created_at: moment, performed_at: moment, ...more };
    };
    await mirrored({
      logs: [
        buildLog({ id: 1, action: 'view', ...at(-90) }),
        buildLog({ id: 2, action: 'view', ...at(-80, { creator: bia }) }),
        buildLog({ id: 3, action: 'view', ...at(-70, { created_at: minutesFromNow(-60) }) }),
      ],
      interactions: [buildInteraction({ id: 1, ...at(-50) })],
      viewers: [{ user: ana, first_at: minutesFromNow(-90), last_at: minutesFromNow(-40), count: 3, offline: false }],
    });
    await wait(
      buildCommand('record-view', { performedAtMs: NOW_MS - 60_000, payload: { offline: false } }),
      buildCommand('record-view', { seq: 2, payload: { offline: true } }),
    );
    expect((await view()).seenAt).toEqual([-90, -50, -40, -1].map(minutesFromNow));
  });
});
