// A reply that was being written on a document whose id the server gives again (I11), also where
// the document had left this device.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { keptDrafts } from '../questions/drafts.ts';
import type { DraftRow } from '../store/draft-row.ts';
import { draftOwnerOf } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';
import { keepFile } from './files.ts';
import { partDraft, returnDraft } from './returned-drafts.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

const X = buildDocumentRow({ id: 2, number: 7, rev: 10, title: 'Documento X', mark: 'XXXXXXXX' });
const Y = buildDocumentRow({ id: 2, number: 7, rev: 1_000, title: 'Documento Y', mark: 'YYYYYYYY' });

const draftOf = (more: Partial<DraftRow> = {}): DraftRow => ({
  id: 'reply:s:2',
  fields: { content: '<p>Só para X</p>' },
  fileIds: [],
  savedAtMs: 1,
  mark: 'XXXXXXXX',
  ...more,
});
const kept = async () =>
  (await keptDrafts(mirror)).map(({ id, text, reply }) => [id, text, reply?.address ?? null].join(' | ')).toSorted();
const drafts = async () => (await mirror.drafts.toCollection().primaryKeys()).toSorted();
const page = (row: typeof X) => applyPage(mirror, buildPage([putDocument(row)]));

describe('a reply of which the document has left the device', () => {
  it('stays with its author, with its files, and never opens on another document under the id', async () => {
    const file = new File(['a'], 'planta.pdf');
    await keepFile(mirror, { id: uuid(9), owner: draftOwnerOf('reply:s:2'), file, nowMs: 1 });
    await mirror.drafts.put(draftOf({ fileIds: [uuid(9)] }));
    await page(Y);
    expect(await kept()).toEqual(['reply:x:XXXXXXXX | Só para X | ']);
    expect(await mirror.files.get(uuid(9))).toMatchObject({ owner: 'draft:reply:x:XXXXXXXX' });
  });

  it('goes on when its own document comes back', async () => {
    await mirror.drafts.put(draftOf());
    await page(X);
    expect(await kept()).toEqual(['reply:s:2 | Só para X | 2']);
  });

  it('goes on where its document was made on this device and has another mark now', async () => {
    await mirror.drafts.put(draftOf({ mark: uuid(30) }));
    await page({ ...X, command_id: uuid(30) });
    expect(await drafts()).toEqual(['reply:s:2']);
  });

  it('goes on where nothing says for which document it was written: older versions kept no mark', async () => {
    const { mark: _none, ...unmarked } = draftOf();
    await mirror.drafts.put(unmarked);
    await page(X);
    expect(await drafts()).toEqual(['reply:s:2']);
  });
});

describe('a reply of which the document is replaced here', () => {
  it('goes with its document, and one that was written for the other stays with that', async () => {
    await page(X);
    await mirror.drafts.put(draftOf({ mark: 'YYYYYYYY' }));
    await page(Y);
    expect(await drafts()).toEqual(['reply:s:2']);
  });

  it('goes to the other document where that gets the id of one that was made here', async () => {
    const made = uuid(30);
    const done = { state: 'done', documentKey: made } as const;
    await mirror.commands.add(buildCommand('create-document', { id: made, seq: 1, ...done }));
    await page({ ...X, command_id: made });
    await mirror.drafts.put(draftOf({ id: `reply:${made}`, mark: 'YYYYYYYY' }));
    await page(Y);
    expect(await drafts()).toEqual(['reply:s:2']);
  });
});

describe('a form that loads its reply', () => {
  it('finds none that a page left under the key after it was replaced', async () => {
    await page(Y);
    await mirror.drafts.put(draftOf());
    await partDraft(mirror, 's:2');
    expect(await kept()).toEqual(['reply:x:XXXXXXXX | Só para X | ']);
    await partDraft(mirror, 's:2');
    expect(await drafts()).toEqual(['reply:x:XXXXXXXX']);
  });

  it('finds its own', async () => {
    await page(X);
    await mirror.drafts.put(draftOf());
    await partDraft(mirror, 's:2');
    expect(await drafts()).toEqual(['reply:s:2']);
  });
});

describe('sealed work that comes back', () => {
  const back = (draft: DraftRow) =>
    durably(mirror, { tables: ['drafts', 'files', 'documents'], work: () => returnDraft(mirror, draft) });

  it('is not joined with what was written for another document', async () => {
    await mirror.drafts.put(draftOf({ mark: 'YYYYYYYY', fields: { content: '<p>Só para Y</p>' } }));
    await back(draftOf());
    expect(await kept()).toEqual(['reply:s:2 | Só para Y | ', 'reply:x:XXXXXXXX | Só para X | ']);
  });

  it('is not opened on another document that is here', async () => {
    await page(Y);
    await back(draftOf());
    expect(await drafts()).toEqual(['reply:x:XXXXXXXX']);
  });
});

it('a returned reply keeps the date that was chosen in it, where the newer one holds that of the document', async () => {
  await page(X);
  const replyWith = (limitDate: string | null, savedAtMs: number) =>
    draftOf({ fields: { content: '', limitDate, responsibleId: null }, savedAtMs });
  const returned = async () => {
    await durably(mirror, {
      tables: ['documents', 'drafts', 'files'],
      work: () => returnDraft(mirror, replyWith('2026-12-20', 1)),
    });
    return (await mirror.drafts.get('reply:s:2'))?.fields['limitDate'];
  };
  await mirror.drafts.put(replyWith(X.limit_date, 2));
  expect(await returned()).toBe('2026-12-20');
  await mirror.drafts.put(replyWith('2026-12-15', 2));
  expect(await returned()).toBe('2026-12-15');
});
