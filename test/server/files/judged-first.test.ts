// A command whose files were sent ahead is judged before they are joined (S101): what would be
// refused writes nothing.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { DocumentFull } from '#contract/documents.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import { begin, newName, pdfOf, sha256Of, stage, stagedDocument, type StagedName } from '../harness/staging.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town } from '../harness/world.ts';

let server: TestServer;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;

townPerFile.beforeAll(({ town }) => void ({ server, pmvi, ana, bia } = town));
afterEach(() => void vi.restoreAllMocks());

const bytes = pdfOf(20 * 1024);
const staged = async (client: TestClient): Promise<StagedName> => {
  const name = newName();
  await stage(client, { name, bytes });
  return name;
};
const newDocument = () => createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });

type Reply = {
  readonly client: TestClient;
  readonly name: StagedName;
  readonly fields?: object;
  readonly attempt?: number;
};

const reply = ({ id }: DocumentFull, { client, name, fields = {}, attempt = 1 }: Reply) =>
  client.inject({
    method: 'PATCH',
    url: `/api/documents/${id}`,
    headers: { 'idempotency-key': name.key, 'x-attempt': String(attempt) },
    payload: {
      content: '<p>Segue o plano.</p>',
      staged_files: [{ id: name.file, name: 'plano.pdf', sha256: sha256Of(bytes) }],
      files_sha256: [sha256Of(bytes)],
      ...fields,
    },
  });

describe('a command whose files were sent ahead', () => {
  it('writes nothing for its files while it conflicts, however often it comes, and keeps its parts', async () => {
    const document = await newDocument();
    const name = await staged(bia);
    const seen = { status: document.status, limit_date: document.limit_date, responsible_ids: [pmvi.people.bia.id] };
    const moved = { responsible_ids: [pmvi.people.caio.id], organization_ids: [pmvi.sectors.GAB] };
    const passed = await ana.inject({ method: 'PATCH', url: `/api/documents/${document.id}`, payload: moved });
    expect(passed.statusCode).toBe(200);

    const put = vi.spyOn(server.services.files, 'put');
    const fields = { responsible_ids: [pmvi.people.gestor.id], organization_ids: [pmvi.sectors.SEMOB], based_on: seen };
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const answer = await reply(document, { client: bia, name, fields, attempt });
      expect([answer.statusCode, answer.json().type]).toEqual([409, 'conflict']);
    }
    expect(put).not.toHaveBeenCalled();
    expect((await begin(bia, { name, bytes })).json()).toEqual({ received: bytes.length, registered: false });
  });

  it('writes no byte in 44 repeats while it conflicts, and the files of a colleague are all taken meanwhile', async () => {
    const document = await newDocument();
    const name = await staged(bia);
    const seen = { status: document.status, limit_date: document.limit_date, responsible_ids: [pmvi.people.caio.id] };
    const fields = { responsible_ids: [pmvi.people.gestor.id], organization_ids: [pmvi.sectors.SEMOB], based_on: seen };
    const others = await Promise.all(Array.from({ length: 4 }, () => staged(ana)));
    const put = vi.spyOn(server.services.files, 'put');
    const repeats: string[] = [];
    const taken: number[] = [];
    for (const [round, { key, file }] of others.entries()) {
      const crowd = Array.from({ length: 11 }, (_, at) =>
        reply(document, { client: bia, name, fields, attempt: round * 11 + at + 1 }),
      );
      const given = { key, files: [{ file, name: 'plano.pdf', bytes }] };
      taken.push((await postDocument(ana, stagedDocument(pmvi, given))).statusCode);
      for (const answer of await Promise.all(crowd)) repeats.push(`${answer.statusCode} ${answer.json().type}`);
    }
    // Of repeats in one moment, one has the key.
    expect(repeats.filter((one) => one !== '409 in_progress' && one !== '409 conflict')).toEqual([]);
    expect(repeats).toContain('409 conflict');
    expect(taken).toEqual(others.map(() => 201));
    const stored = await Promise.all(
      put.mock.results.map((one) => one.value as ReturnType<typeof server.services.files.put>),
    );
    expect(stored.reduce((sum, { size }) => sum + size, 0)).toBe(others.length * bytes.length);
  });

  it('writes nothing for its files when it is refused or was withdrawn', async () => {
    const document = await newDocument();
    await ana.inject({ method: 'PATCH', url: `/api/documents/${document.id}`, payload: { status: 'completed' } });
    const refused = await staged(bia);
    const withdrawn = await staged(ana);
    const unknown = await staged(ana);
    await ana.inject({ method: 'DELETE', url: `/api/sync/receipts/${withdrawn.key}?attempts=3` });
    await stage(ana, { name: withdrawn, bytes });

    const open = await newDocument();

    const put = vi.spyOn(server.services.files, 'put');
    const answers = [
      await reply(document, { client: bia, name: refused }),
      await reply(open, { client: ana, name: withdrawn }),
      await postDocument(ana, {
        ...stagedDocument(pmvi, { key: unknown.key, files: [{ file: unknown.file, name: 'plano.exe', bytes }] }),
      }),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([422, 409, 422]);
    expect(put).not.toHaveBeenCalled();
  });

  it('is registered once when it is accepted, with its files joined once', async () => {
    const document = await newDocument();
    const name = await staged(bia);
    const put = vi.spyOn(server.services.files, 'put');
    const answer = await reply(document, { client: bia, name });
    expect(answer.statusCode).toBe(200);
    const { interactions } = answer.json<{ document: DocumentFull }>().document;
    expect(interactions.map((one) => one.files.map((file) => [file.name, file.sha256]))).toEqual([
      [['plano.pdf', sha256Of(bytes)]],
    ]);
    expect(put).toHaveBeenCalledTimes(1);
    const again = await reply(document, { client: bia, name, attempt: 2 });
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(put).toHaveBeenCalledTimes(1);
  });

  it('is judged with the number that a new document would get, which stays free', async () => {
    const before = await newDocument();
    const name = { key: randomUUID(), file: randomUUID() };
    await stage(ana, { name, bytes });
    const answer = await postDocument(
      ana,
      stagedDocument(pmvi, { key: name.key, files: [{ file: name.file, name: 'plano.pdf', bytes }] }),
    );
    expect(answer.json<{ document: DocumentFull }>().document.number).toBe(before.number + 1);
  });
});
