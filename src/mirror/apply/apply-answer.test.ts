import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import {
  buildDetails,
  buildDocumentRow,
  buildFull,
  buildInteraction,
  buildLog,
} from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror, assertFolded, storeFolded } from '../../../test/builders/open-test-mirror.ts';
import { applyAnswer } from './apply-answer.ts';
import { applyDetails } from './apply-details.ts';
import { applyPage } from './apply-page.ts';
import { UNREADABLE } from '#contract/signed-receipt.ts';
import { keepFile, blobOf } from '../keep/files.ts';
import { receiptOf } from '../keep/receipts.ts';
import type { Mirror } from '../store/schema.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

const row = buildDocumentRow();

describe('a signed receipt', () => {
  const signed = { ...UNREADABLE, key: 'A'.repeat(43), signature: 'A'.repeat(86) };

  it('is kept when its command is let go of, and goes with its document', async () => {
    await applyPage(mirror, buildPage([putDocument(row)]));
    const reply = buildCommand('respond');
    await storeFolded(mirror, reply);
    const receipt = buildReceipt({ key: reply.id, ids: { document_id: 1 }, signed });
    await applyAnswer(mirror, { command: reply, answer: { receipt }, nowMs: NOW_MS });
    await mirror.commands.clear();
    expect(await receiptOf(mirror, reply.id)).toEqual({ key: reply.id, documentId: 1, receipt, check: 'unknown-key' });
    await applyPage(mirror, buildPage([{ collection: 'documents', op: 'delete', id: 1, rev: 12 }]));
    expect(await receiptOf(mirror, reply.id)).toBeUndefined();
  });

  it('that is bad is told, and its command is registered all the same', async () => {
    await applyPage(mirror, buildPage([putDocument(row)]));
    const reply = buildCommand('respond');
    await storeFolded(mirror, reply);
    const receipt = buildReceipt({ key: reply.id, signed: UNREADABLE });
    await applyAnswer(mirror, { command: reply, answer: { receipt }, nowMs: NOW_MS });
    expect(await receiptOf(mirror, reply.id)).toMatchObject({ check: 'invalid' });
    expect(await mirror.commands.get(reply.seq)).toMatchObject({ state: 'done', receipt });
  });

  it('of a view, and one without a signature, are not kept', async () => {
    await applyPage(mirror, buildPage([putDocument(row)]));
    const view = buildCommand('record-view');
    const completion = buildCommand('complete-document', { seq: 2, id: uuid(2) });
    for (const command of [view, completion]) await storeFolded(mirror, command);
    const seen = buildReceipt({ key: view.id, type: 'record-view', signed });
    await applyAnswer(mirror, { command: view, answer: { receipt: seen }, nowMs: NOW_MS });
    const plain = buildReceipt({ key: completion.id });
    await applyAnswer(mirror, { command: completion, answer: { receipt: plain }, nowMs: NOW_MS });
    expect(await mirror.receipts.count()).toBe(0);
  });
});

describe('applyAnswer', () => {
  it('turns a document made here into ink under the same key, and lets its next command be sent', async () => {
    const creation = buildCommand('create-document', { state: 'sending', lease: { token: 't', untilMs: NOW_MS } });
    await storeFolded(mirror, creation);
    await storeFolded(mirror, buildCommand('respond', { seq: 2, documentKey: creation.id }));
    const document = buildFull({ ...row, rev: 11, command_id: creation.id });
    const receipt = buildReceipt({ key: creation.id, type: 'create-document', rev: 11 });
    await applyAnswer(mirror, { command: creation, answer: { document, receipt }, nowMs: NOW_MS });
    expect(await mirror.documents.get(creation.id)).toMatchObject({
      serverId: 1,
      number: 42,
      localCode: 'L-0001',
      pencil: { document: false, replies: 1 },
    });
    expect(await mirror.details.get(creation.id)).toMatchObject({ id: 1, rev: 11 });
    expect(await mirror.commands.get(1)).toMatchObject({ state: 'done', lease: null, doneAtMs: NOW_MS, receipt });
  });

  it('changes nothing the second time, nor does a page with the same row after it', async () => {
    await applyPage(mirror, buildPage([putDocument(row)]));
    const reply = buildCommand('respond');
    await storeFolded(mirror, reply);
    const interaction = buildInteraction({ creator: PEOPLE.ana, command_id: reply.id });
    const after = { ...row, rev: 11, interactions_count: 1 };
    const document = buildFull(after, { interactions: [interaction] });
    const answer = { document, receipt: buildReceipt({ ids: { document_id: 1, interaction_id: interaction.id } }) };
    for (let times = 0; times < 2; times += 1) await applyAnswer(mirror, { command: reply, answer, nowMs: NOW_MS });
    await applyPage(mirror, buildPage([putDocument(after)]));
    expect(await mirror.documents.get('s:1')).toMatchObject({ interactions_count: 1, pencil: { replies: 0 } });
    expect(await mirror.bases.count()).toBe(0);
  });

  it('keeps the effect of an answer without a document until the row comes', async () => {
    await applyPage(mirror, buildPage([putDocument(row)]));
    const completion = buildCommand('complete-document');
    await storeFolded(mirror, completion);
    await applyAnswer(mirror, { command: completion, answer: { receipt: buildReceipt({ rev: 12 }) }, nowMs: NOW_MS });
    expect(await mirror.documents.get('s:1')).toMatchObject({ stored_status: 'completed', pencil: { status: false } });
    await applyPage(mirror, buildPage([putDocument({ ...row, rev: 12, stored_status: 'completed' })]));
    expect(await mirror.bases.count()).toBe(0);
  });

  it('never sets a newer row back', async () => {
    const completion = buildCommand('complete-document');
    await applyPage(mirror, buildPage([putDocument({ ...row, rev: 30, title: 'Mais nova' })]));
    await storeFolded(mirror, completion);
    const document = buildFull({ ...row, rev: 12, stored_status: 'completed' });
    await applyAnswer(mirror, {
      command: completion,
      answer: { document, receipt: buildReceipt({ rev: 12 }) },
      nowMs: NOW_MS,
    });
    expect(await mirror.documents.get('s:1')).toMatchObject({ rev: 30, title: 'Mais nova' });
  });

  it("merges a document made here with the row that a page brought under the server's id", async () => {
    const creation = buildCommand('create-document', { state: 'sending' });
    await storeFolded(mirror, creation);
    await applyPage(mirror, buildPage([putDocument({ ...row, rev: 11 })]));
    expect(await mirror.documents.count()).toBe(2);
    const document = buildFull({ ...row, rev: 11, command_id: creation.id });
    const receipt = buildReceipt({ key: creation.id, type: 'create-document' });
    await applyAnswer(mirror, { command: creation, answer: { document, receipt }, nowMs: NOW_MS });
    expect((await mirror.documents.toArray()).map(({ key, serverId }) => [key, serverId])).toEqual([[creation.id, 1]]);
  });

  it('keeps the bytes that were sent as the copy of the server file', async () => {
    const blob = Object.assign(new Blob(['laudo']), { name: 'Laudo.txt' });
    const file = await keepFile(mirror, { id: uuid(50), owner: `command:${uuid(1)}`, file: blob, nowMs: NOW_MS });
    const { name, mime, size, sha256 } = file;
    const reply = buildCommand('respond', { files: [{ id: file.id, name, mime, size, sha256 }] });
    await applyPage(mirror, buildPage([putDocument(row)]));
    await storeFolded(mirror, reply);
    const ref = { id: 900, name, mime_type: mime, size, sha256 };
    const interaction = buildInteraction({ command_id: reply.id, files: [ref] });
    const document = buildFull({ ...row, rev: 11 }, { interactions: [interaction] });
    await applyAnswer(mirror, { command: reply, answer: { document, receipt: buildReceipt() }, nowMs: NOW_MS });
    const kept = await mirror.files.where('owner').equals('cache:900').first();
    expect(await (await blobOf(mirror, kept?.id ?? ''))?.text()).toBe('laudo');
  });
});

describe('applyDetails', () => {
  it('acknowledges replies and acts by the commands the details name', async () => {
    await applyPage(mirror, buildPage([putDocument(row)]));
    const reply = buildCommand('respond', { state: 'unknown' });
    const completion = buildCommand('complete-document', { seq: 2, state: 'unknown' });
    await storeFolded(mirror, reply);
    await storeFolded(mirror, completion);
    const details = buildDetails(
      { ...row, rev: 15 },
      {
        interactions: [buildInteraction({ command_id: reply.id })],
        logs: [buildLog({ action: 'completion', command_id: completion.id })],
      },
    );
    await applyDetails(mirror, [details]);
    const states = (await mirror.commands.toArray()).map((command) => [command.state, command.receipt?.rev]);
    expect(states).toEqual([
      ['done', 15],
      ['done', 15],
    ]);
    // The list row is still the old one: their effect stays until it has come.
    expect(await mirror.documents.get('s:1')).toMatchObject({ stored_status: 'completed', interactions_count: 1 });
    const arrived = { ...row, rev: 15, stored_status: 'completed' as const, interactions_count: 1 };
    await applyPage(mirror, buildPage([putDocument(arrived)]));
    expect(await mirror.documents.get('s:1')).toMatchObject({ stored_status: 'completed', interactions_count: 1 });
  });

  it.each([
    ['a later date of another person', '2026-12-10', { result: 'later_date_kept' as const, note: true }],
    ['no other date', null, { result: 'applied' as const, note: false }],
  ])('tells words from a date without effect when the answer was lost: %s', async (_what, theirs, { result, note }) => {
    await applyPage(mirror, buildPage([putDocument(row)]));
    const basedOn = { status: 'pending' as const, limit_date: row.limit_date, responsible_ids: [8] };
    const reply = buildCommand('respond', { state: 'unknown', basedOn, payload: { limit_date: '2026-12-05' } });
    await storeFolded(mirror, reply);
    const extension = (command_id: string | null, limit_date: string) =>
      buildLog({ action: 'extension', creator: PEOPLE.bia, command_id, limit_date });
    const logs = theirs === null ? [extension(reply.id, '2026-12-05')] : [extension(null, theirs)];
    const interactions = [buildInteraction({ command_id: reply.id })];
    await applyDetails(mirror, [buildDetails({ ...row, rev: 15 }, { interactions, logs })]);
    const stands = { user_id: PEOPLE.bia.id, limit_date: theirs };
    const { receipt } = (await mirror.commands.get(1)) ?? {};
    expect(receipt).toMatchObject({ result, ...(note ? { note: stands } : {}) });
    expect((await mirror.documents.get('s:1'))?.limit_date).toBe(theirs ?? '2026-12-05');
  });

  it('counts a reply once when the row had it before the details named it, and other people have changed the document since', async () => {
    await applyPage(mirror, buildPage([putDocument(row)]));
    const reply = buildCommand('respond', { state: 'unknown' });
    await storeFolded(mirror, reply);
    const interaction = buildInteraction({ command_id: reply.id });
    const { created_at: at } = interaction;
    const withReply = { ...row, rev: 12, interactions_count: 1, last_activity_at: at };
    await applyPage(mirror, buildPage([putDocument(withReply)]));
    await applyDetails(mirror, [buildDetails({ ...row, rev: 15 }, { interactions: [interaction] })]);
    expect(await mirror.documents.get('s:1')).toMatchObject({ interactions_count: 1, pencil: { replies: 0 } });
  });

  it('takes the same rev again (views have none), never an older one, and no details of unknown documents', async () => {
    await applyPage(mirror, buildPage([putDocument(row)]));
    await applyDetails(mirror, [buildDetails(row, { content: 'a' }), buildDetails({ ...row, id: 77 })]);
    await applyDetails(mirror, [buildDetails(row, { content: 'b' })]);
    await applyDetails(mirror, [buildDetails({ ...row, rev: 9 }, { content: 'c' })]);
    expect((await mirror.details.toArray()).map(({ key, content }) => [key, content])).toEqual([['s:1', 'b']]);
  });
});
