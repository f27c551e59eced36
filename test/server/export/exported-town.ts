// A town with odd texts, files, replies and completions, and its export in a folder.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { SignedContent } from '#contract/signed-receipt.ts';
import type { Receipt } from '#contract/writes.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { exportTenant } from '#server/operation/export-tenant.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { smallPdf } from '../harness/multipart.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import { createWorld, type World } from '../harness/world.ts';

const run = promisify(execFile);
const now = Date.parse('2026-11-28T12:00:00Z');

export type ExportedTown = {
  readonly source: TestServer;
  readonly world: World;
  /** Goes with everything in it at `close`. */
  readonly folder: string;
  /** An export of the town as it was made. */
  readonly whole: string;
  /** Of the last document. */
  readonly receipt: Receipt & { readonly signed: SignedContent };
  close(): Promise<void>;
};

const DOCUMENTS = 10;
const oddText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    'Rua "das Aroeiras" \\n',
    'a\u2028b\u0085c',
    '<script>alert(1)</script>',
    '100% — ação & reação',
    '\\x00 \\. 😀',
  ),
);

/** Starts a server, makes the town and exports it. */
export async function exportedTown(): Promise<ExportedTown> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-export-'));
  const source = await startTestServer();
  const world = await createWorld(source);
  const { pmvi } = world;
  const clients = await Promise.all([
    world.as(pmvi.people.ana),
    world.as(pmvi.people.bia),
    world.as(pmvi.people.admin),
  ]);
  const shots = fc.sample(
    fc.record({ title: oddText, text: oddText, by: fc.nat(2), files: fc.integer({ min: 1, max: 3 }), acts: fc.nat(3) }),
    DOCUMENTS,
  );
  let uploads = 0;
  for (const { title, text, by, files, acts } of shots) {
    const author = clients[by] ?? clients[0];
    const names = Array.from({ length: files }, () => ({
      name: `laudo nº ${(uploads += 1)} (ção).pdf`,
      content: smallPdf(String(uploads)),
    }));
    const clean = title.trim() === '' ? 'Ofício' : title;
    const made = await createdDocument(author, {
      town: pmvi,
      to: pmvi.people.bia,
      sector: 'SEMED',
      title: `${clean} x`,
      content: `<p>${text.replace(/[<&]/g, '')} x</p>`,
      files: names,
    });
    for (let act = 0; act < acts; act += 1) {
      const to = clients[(by + act) % 3] ?? clients[0];
      const payload = act === 2 ? { status: 'completed' } : { content: `<p>Resposta ${act}</p>` };
      await to.inject({
        method: 'PATCH',
        url: `/api/documents/${made.id}`,
        payload,
        headers: { 'idempotency-key': randomUUID() },
      });
    }
  }
  const signed = await postDocument(clients[0], {
    town: pmvi,
    to: pmvi.people.bia,
    sector: 'SEMED',
    headers: { 'idempotency-key': randomUUID() },
  });
  // A document of the other town, which must not go along.
  await createdDocument(await world.as(world.cmvi.people.ana), {
    town: world.cmvi,
    to: world.cmvi.people.bia,
    sector: 'SEMED',
    title: 'Segredo da Câmara',
  });
  const whole = join(folder, 'whole');
  await exportTenant(partsOf(source), { acronym: 'pmvi', folder: whole });
  return {
    source,
    world,
    folder,
    whole,
    receipt: signed.json<{ receipt: ExportedTown['receipt'] }>().receipt,
    async close() {
      await world.close();
      await source.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const partsOf = ({ connection, services }: TestServer, files: FileStore = services.files) => ({
  connection,
  files,
  now,
});

/** A copy of the export with this change. */
export async function changedCopy(
  { folder, whole }: ExportedTown,
  change: (copy: string) => Promise<void>,
): Promise<string> {
  const copy = await mkdtemp(join(folder, 'changed-'));
  await cp(whole, copy, { recursive: true });
  await change(copy);
  return copy;
}

/** Writes the text, and its sum as if the export had been made with it. */
export async function rewritten(copy: string, path: string, change: (text: string) => string): Promise<void> {
  const text = change(await readFile(join(copy, path), 'utf8'));
  await writeFile(join(copy, path), text);
  const { stdout } = await run('sha256sum', [path], { cwd: copy });
  const sums = await readFile(join(copy, 'SHA256SUMS'), 'utf8');
  await writeFile(
    join(copy, 'SHA256SUMS'),
    sums.replace(new RegExp(`^[0-9a-f]{64}  ${path.replaceAll('.', '\\.')}$`, 'm'), stdout.trim()),
  );
}
