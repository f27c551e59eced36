import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildUser, PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { claimCommand, dueWork } from '../outbox/sending.ts';
import type { OutboxCommand } from './outbox-row.ts';
import type { Mirror } from './schema.ts';
import { upcastCommand } from './upcast-command.ts';

const frozenIn = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../test/frozen/${name}`, import.meta.url), 'utf8')) as OutboxCommand[];
const frozen = frozenIn('2026-11-commands-v1.json');
const withoutLogin = frozenIn('2026-11-commands-without-login.json');

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

describe('rows of older versions', () => {
  it('are read whole, with defaults for missing fields', async () => {
    await mirror.commands.bulkPut(frozen);
    const read = await mirror.commands.toArray();
    expect(read).toMatchObject(frozen);
    for (const command of read) {
      expect(command.failures).toBe(0);
      expect(command.mayBeRefused).toBe(false);
      expect(command.doneAtMs === null || command.state === 'done').toBe(true);
    }
  });

  it('name no login when they were stored before logins had names, and keep their content', async () => {
    await mirror.commands.bulkPut(withoutLogin);
    const read = await mirror.commands.toArray();
    expect(read).toMatchObject(withoutLogin);
    expect(read.map((command) => command.loginId)).toEqual([null, null]);
  });

  it('are folded and sent, also when a logout has left nothing else', async () => {
    await mirror.commands.bulkPut(frozen);
    await mirror.meta.delete('cursor');
    const second = { ...buildDocumentRow(), id: 2, number: 43, stored_status: 'completed' as const };
    // The second row transfers the document to a person, and the third is based on that.
    const caio = buildUser(PEOPLE.caio);
    const person = { collection: 'users', op: 'put', id: caio.id, rev: caio.rev, row: caio } as const;
    await applyPage(mirror, buildPage([person, putDocument(buildDocumentRow()), putDocument(second)]));
    const shown = await mirror.documents.toArray();
    expect(shown.map(({ title, stored_status: status }) => [title, status])).toEqual([
      ['Medição de novembro', 'pending'],
      ['Interdição parcial da Rua das Aroeiras', 'completed'],
      ['Interdição parcial da Rua das Aroeiras', 'under_review'],
    ]);
    const due = await dueWork(mirror, { nowMs: Number.MAX_SAFE_INTEGER, actorId: 7 });
    expect(due.commands.map((command) => command.seq)).toEqual([1, 2, 4]);
  });
});

describe('rows of a newer version', () => {
  const newer = { ...buildCommand('respond', { version: 99 }), extra: { kept: true } } as OutboxCommand;
  const foreign = { ...buildCommand('respond', { seq: 2 }), type: 'stamp-document' } as unknown as OutboxCommand;

  it.each([newer, foreign])('are held with a reason, never sent, and stored untouched', async (command) => {
    await mirror.commands.put(command);
    const read = await mirror.commands.get(command.seq);
    expect(read).toMatchObject({ state: 'held', lastError: { class: 'unsupported' } });
    const claim = { id: command.id, token: 't', nowMs: NOW_MS, untilMs: NOW_MS + 1 };
    expect(await claimCommand(mirror, claim)).toBeNull();
    expect((await dueWork(mirror, { nowMs: NOW_MS, actorId: 7 })).commands).toEqual([]);
    await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
    expect(await storedAsItIs(command.seq)).toEqual(command);
  });

  it('stay done when they are done', () => {
    expect(upcastCommand({ ...newer, state: 'done' }).state).toBe('done');
  });
});

/** The row as the database stores it, without the upcast of reading. */
async function storedAsItIs(seq: number): Promise<unknown> {
  const store = mirror.backendDB().transaction('commands').objectStore('commands');
  return new Promise((resolve) => {
    const request = store.get(seq);
    request.onsuccess = () => resolve(request.result);
  });
}
