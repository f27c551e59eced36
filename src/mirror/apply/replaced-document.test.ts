import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { assertFolded, openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { REPLACED_TEXT } from '#contract/refusal-text.ts';
import type { SeenDocument } from '#contract/writes.ts';
import { outboxItems } from '../questions/outbox-items.ts';
import { viewDocument } from '../questions/view-document.ts';
import { refold } from '../fold/refold.ts';
import type { CommandState } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';
import { applyDetails } from './apply-details.ts';
import { applyPage } from './apply-page.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

const X = buildDocumentRow({ id: 2, number: 7, rev: 10, title: 'Documento X', mark: 'XXXXXXXX' });
/** The server went back, made another document under the id, and lifted its numbers. */
const Y = buildDocumentRow({ id: 2, number: 7, rev: 1_000, title: 'Documento Y', mark: 'YYYYYYYY' });

const seen = (mark: string): SeenDocument => ({
  status: 'under_review',
  limit_date: X.limit_date,
  responsible_ids: [8],
  mark,
});

async function replyOn(mark: string, state: CommandState, documentKey = 's:2'): Promise<void> {
  const seq = (await mirror.commands.count()) + 1;
  const payload = { content: `<p>para ${mark}</p>` };
  const receipt = state === 'done' ? buildReceipt({ rev: 9 }) : null;
  await mirror.commands.add(
    buildCommand('respond', { id: uuid(40 + seq), seq, documentKey, basedOn: seen(mark), payload, state, receipt }),
  );
  await refold(mirror, documentKey);
}

const commands = async () =>
  (await mirror.commands.toArray()).map(({ documentKey, state, lastError }) => [
    documentKey,
    state,
    lastError?.message ?? null,
  ]);

describe('another document under a known id (I11)', () => {
  it.each<CommandState>(['queued', 'sending', 'backoff', 'unknown', 'held'])(
    'parts a %s reply from it, with its reason, and shows both as what they are',
    async (state) => {
      await applyPage(mirror, buildPage([putDocument(X)]));
      await replyOn('XXXXXXXX', state);
      await applyPage(mirror, buildPage([putDocument(Y)]));
      expect(await commands()).toEqual([['x:XXXXXXXX', 'refused', REPLACED_TEXT]]);
      expect(await mirror.documents.get('s:2')).toMatchObject({ title: 'Documento Y', interactions_count: 0 });
      const [item] = await outboxItems(mirror, { nowMs: Date.now() });
      expect(item).toMatchObject({ title: 'Documento X', group: 'needs-you', address: null, localCode: null });
    },
  );

  it('leaves with it what was done to it, and a reply that its author wrote seeing it', async () => {
    await applyPage(mirror, buildPage([putDocument(X)]));
    await replyOn('XXXXXXXX', 'queued');
    await replyOn('YYYYYYYY', 'queued');
    await applyPage(mirror, buildPage([putDocument(Y)]));
    expect(await commands()).toEqual([
      ['x:XXXXXXXX', 'refused', REPLACED_TEXT],
      ['s:2', 'queued', null],
    ]);
    expect(await mirror.documents.get('s:2')).toMatchObject({ title: 'Documento Y', interactions_count: 1 });
  });

  it('keeps the key of a document that was made here for that one', async () => {
    const made = uuid(30);
    const mine = { ...X, command_id: made };
    await mirror.commands.add(
      buildCommand('create-document', { id: made, seq: 1, documentKey: made, state: 'done', receipt: buildReceipt() }),
    );
    await applyPage(mirror, buildPage([putDocument(mine)]));
    expect(await mirror.documents.withServerId(2)).toMatchObject({ key: made });
    await replyOn(made, 'queued', made);
    expect(await mirror.documents.get(made)).toMatchObject({ interactions_count: 1 });
    await applyPage(mirror, buildPage([putDocument(Y)]));
    expect(await mirror.documents.withServerId(2)).toMatchObject({ key: 's:2', title: 'Documento Y' });
    expect(await mirror.documents.get(made)).toMatchObject({ title: 'Documento X', gone: true, serverId: null });
    expect((await commands())[1]).toEqual([made, 'refused', REPLACED_TEXT]);
  });

  it('shows no text of the one under the head of the other', async () => {
    await applyPage(mirror, buildPage([putDocument(X)]));
    await applyDetails(mirror, [buildDetails(X, { content: '<p>Só em X</p>' })]);
    await applyPage(mirror, buildPage([putDocument(Y)]));
    const asked = { person: { userId: 7, isSuperAdmin: false }, today: '2026-11-20', zone: 'America/Sao_Paulo' };
    const view = await viewDocument(mirror, { ...asked, address: '2' } as never);
    expect(view?.document.title).toBe('Documento Y');
    expect(JSON.stringify(view)).not.toContain('Só em X');
  });

  it('moves what is being written to the one that it was written for', async () => {
    await applyPage(mirror, buildPage([putDocument(X)]));
    await mirror.drafts.put({ id: 'reply:s:2', fields: { content: 'meio' }, fileIds: [], savedAtMs: 1 } as never);
    await applyPage(mirror, buildPage([putDocument(Y)]));
    expect(await mirror.drafts.toCollection().primaryKeys()).toEqual(['reply:x:XXXXXXXX']);
  });

  it('is not found in the same document that has changed, nor in one without a mark', async () => {
    await applyPage(mirror, buildPage([putDocument(X)]));
    await replyOn('XXXXXXXX', 'queued');
    await applyPage(mirror, buildPage([putDocument({ ...X, rev: 11, title: 'X, mudado' })]));
    const { mark: _none, ...unmarked } = X;
    await applyPage(mirror, buildPage([putDocument({ ...unmarked, rev: 12, title: 'X, sem marca' })]));
    expect(await commands()).toEqual([['s:2', 'queued', null]]);
    expect(await mirror.documents.get('s:2')).toMatchObject({ title: 'X, sem marca', interactions_count: 1 });
  });
});
