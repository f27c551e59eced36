import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildCommand, uuid } from '../../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../../test/builders/build-page.ts';
import { NOW_MS } from '../../../../test/builders/moments.ts';
import {
  assertFolded,
  buildContext,
  openTestMirror,
  type TestContext,
} from '../../../../test/builders/open-test-mirror.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { keepFile } from '#mirror/keep/files.ts';
import type { CommandOf, OutboxCommand } from '#mirror/store/outbox-row.ts';
import { draftWithFiles } from '#mirror/questions/drafts.ts';
import { refold } from '#mirror/fold/refold.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { registerForm } from '../../shared/draft/open-forms.ts';
import { decideConflict, followersOf } from './decide-conflict.ts';
import type { OutboxGroup, OutboxItem } from '#mirror/questions/outbox-items.ts';

let mirror: Mirror;
let context: TestContext;

beforeEach(async () => {
  mirror = await openTestMirror();
  context = buildContext(mirror);
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

async function kept(id: string, owner: string) {
  const file = Object.assign(new Blob([id]), { name: `${id.slice(-2)}.txt` });
  const { name, mime, size, sha256 } = await keepFile(mirror, { id, owner, file, nowMs: NOW_MS });
  return { id, name, mime, size, sha256 };
}

async function conflicting(content: string): Promise<CommandOf<'respond'>> {
  const command = buildCommand('respond', {
    state: 'conflict',
    payload: { content, responsible_ids: [9] },
    files: [await kept(uuid(50), `command:${uuid(1)}`)],
  });
  await mirror.commands.put(command);
  await mirror.transaction('rw', mirror.tables, async () => refold(mirror, 's:1'));
  return command;
}

async function giveUp(command: CommandOf<'respond'>): Promise<void> {
  const conflict = { command, words: { currentLimitDate: '2026-11-27' } };
  await decideConflict(context, { conflict, chosen: { choice: 'give-up', reopens: false } });
}

describe('giving up a conflict (Desistir) keeps what was written as a draft', () => {
  test('as a new draft when the document has none', async () => {
    await giveUp(await conflicting('<p>Ciente.</p>'));
    const { row, files } = await draftWithFiles(mirror, 'reply:s:1');
    expect(row?.fields).toEqual({ content: '<p>Ciente.</p>', limitDate: '2026-11-27', responsibleId: null });
    expect(files.map((file) => file.id)).toEqual([uuid(50)]);
    expect(await mirror.commands.count()).toBe(0);
  });

  test('after the reply that is already being written, with the files of both', async () => {
    const written = { content: '<p>Outra coisa.</p>', limitDate: '2026-12-04', responsibleId: 8 };
    const own = await kept(uuid(60), 'draft:reply:s:1');
    await mirror.drafts.put({ id: 'reply:s:1', fields: written, fileIds: [own.id], savedAtMs: 1 });
    await giveUp(await conflicting('<p>Ciente.</p>'));
    const { row, files } = await draftWithFiles(mirror, 'reply:s:1');
    expect(row?.fields).toEqual({ ...written, content: '<p>Outra coisa.</p><p>Ciente.</p>' });
    expect(files.map((file) => file.id)).toEqual([uuid(60), uuid(50)]);
    expect(await mirror.commands.count()).toBe(0);
  });

  test('after text that was typed a moment ago and not yet saved', async () => {
    const typed = { content: '<p>Ainda por guardar.</p>', limitDate: null, responsibleId: null };
    const command = await conflicting('<p>Ciente.</p>');
    const unregister = registerForm('reply:s:1', {
      flush: async () =>
        void (await mirror.drafts.put({ id: 'reply:s:1', fields: typed, fileIds: [], savedAtMs: NOW_MS })),
      release: () => undefined,
      resume: () => undefined,
    });
    await giveUp(command);
    unregister();
    const { row } = await draftWithFiles(mirror, 'reply:s:1');
    expect(row?.fields['content']).toBe('<p>Ainda por guardar.</p><p>Ciente.</p>');
  });
});

test('the completion that waits behind a reply that is given up leaves the outbox with it', async () => {
  const command = await conflicting('<p>Ciente.</p>');
  const completion = buildCommand('complete-document', { seq: 2 });
  await mirror.commands.put(completion);
  await mirror.transaction('rw', mirror.tables, async () => refold(mirror, 's:1'));
  const conflict = { command, words: { currentLimitDate: '2026-11-27' } };
  const chosen = { choice: 'give-up', reopens: false } as const;
  await decideConflict(context, { conflict, chosen, dropped: completion.id });
  expect(await mirror.commands.count()).toBe(0);
});

describe('a completion in conflict (rule E6)', () => {
  const NOTHING = { content: '', limit_date: null, responsible_ids: null, organization_ids: [] };

  async function decided(choice: 'on-top' | 'give-up') {
    const basedOn = { status: 'under_review' as const, limit_date: '2026-11-27', responsible_ids: [9] };
    const made = buildCommand('complete-document', { state: 'conflict', basedOn });
    await mirror.commands.put(made);
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, 's:1'));
    const conflict = { command: { ...made, payload: NOTHING }, words: { currentLimitDate: '2026-11-27' } };
    await decideConflict(context, { conflict, chosen: { choice, reopens: false } });
    return { made, left: await mirror.commands.toArray() };
  }

  test('is made again under a new key, on the responsibles that the document has now', async () => {
    const { made, left } = await decided('on-top');
    const responsible_ids = buildDocumentRow().responsibles.map((person) => person.id);
    expect(left).toMatchObject([{ type: 'complete-document', state: 'queued', basedOn: { responsible_ids } }]);
    expect(left[0]?.id).not.toBe(made.id);
  });

  test('that is given up leaves nothing behind', async () => {
    const { left } = await decided('give-up');
    expect(left).toEqual([]);
    expect(await mirror.drafts.count()).toBe(0);
  });
});

function itemOf(command: OutboxCommand, group: OutboxGroup = 'queued'): OutboxItem {
  return {
    command,
    title: '',
    ticket: null,
    localCode: null,
    address: null,
    group,
    waitsFor: null,
    dependents: 0,
    goWithIt: 0,
    rows: null,
  };
}

test('a decision is followed by the waiting commands of its document, except views and commands that need a decision of their own', () => {
  const conflict = itemOf(buildCommand('respond', { seq: 2, state: 'conflict' }), 'needs-you');
  const items = [
    itemOf(buildCommand('respond', { seq: 1 })),
    conflict,
    itemOf(buildCommand('record-view', { seq: 3 })),
    itemOf(buildCommand('respond', { seq: 4, documentKey: 's:2' })),
    itemOf(buildCommand('respond', { seq: 5, state: 'conflict' }), 'needs-you'),
    itemOf(buildCommand('complete-document', { seq: 6 })),
    itemOf(buildCommand('respond', { seq: 7, state: 'done' }), 'sent'),
  ];
  expect(followersOf(conflict, items).map((item) => item.command.seq)).toEqual([6]);
});
