// Two servers and one export: clocks that are a little apart, and a lease that ended under its
// maker (S239).

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExportAnswer } from '#contract/exports.ts';
import { createExports } from '#server/export/run-exports.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { smallPdf } from '../harness/multipart.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const run = promisify(execFile);
const APART_MS = 4 * 60_000;
let folder = '';
let now = Date.parse('2026-11-28T12:00:00Z');
let server: TestServer;
let world: World;
let admin: TestClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-two-makers-'));
  server = await startTestServer({ clock: () => now });
  world = await createWorld(server);
  admin = await world.as(world.pmvi.people.admin);
  const ana = await world.as(world.pmvi.people.ana);
  for (let made = 0; made < 3; made += 1)
    await createdDocument(ana, {
      town: world.pmvi,
      to: world.pmvi.people.bia,
      sector: 'SEMED',
      files: [{ name: `Ofício nº ${made}.pdf`, content: smallPdf(`${made}`.repeat(2_000_000)) }],
    });
});
afterAll(async () => {
  await world.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await admin.send('DELETE', '/api/export');
  await admin.send('POST', '/api/export', {});
});

type Call = 'open' | 'put';

/** A server whose file store calls `meanwhile` before its first `call` goes through. */
function maker(
  meanwhile: { readonly call: Call; readonly work: () => Promise<void> } | null,
  clock: () => number = () => now,
) {
  let isFirst = true;
  const before = async (call: Call): Promise<void> => {
    if (!isFirst || meanwhile?.call !== call) return;
    isFirst = false;
    await meanwhile.work();
  };
  const { files } = server.services;
  const store: FileStore = {
    ...files,
    open: async (key) => {
      await before('open');
      return files.open(key);
    },
    put: async (content, limits) => {
      await before('put');
      return files.put(content, limits);
    },
  };
  return createExports({ ...server.services, connection: server.connection, files: store, clock });
}

const stateNow = async (): Promise<ExportAnswer['export']> =>
  (await admin.get('/api/export')).json<ExportAnswer>().export;

/** Fails unless the archive is ready and whole, and nothing lies in the file store beside it. */
async function expectWhole(): Promise<void> {
  expect(await stateNow()).toMatchObject({ state: 'ready', documents: 3, lost: 0 });
  const zip = join(folder, 'all.zip');
  await writeFile(zip, (await admin.inject({ method: 'GET', url: '/api/export/file' })).rawPayload);
  await run('python3', ['-c', 'import sys, zipfile; assert zipfile.ZipFile(sys.argv[1]).testzip() is None', zip]);
  const { connection, services } = server;
  expect(await verifyData({ connection, files: services.files })).toMatchObject({ differences: [], strays: 0 });
}

describe('an export that two servers see', () => {
  it('stays with its maker while the clock of the other is behind', async () => {
    let seen: ExportAnswer['export'] = null;
    const behind = maker(null, () => now - APART_MS);
    const work = async (): Promise<void> => {
      await behind.tick();
      seen = await stateNow();
    };
    await maker({ call: 'open', work }).tick();
    expect(seen).toMatchObject({ state: 'making' });
    await expectWhole();
  });

  it('is taken from a clock that was days ahead', async () => {
    await world.query(`update exports set state = 'making', leased_until = $1`, [
      new Date(now + 2 * 86_400_000).toISOString(),
    ]);
    await maker(null).tick();
    await expectWhole();
  });

  it('is what the second maker made, when the lease of the first one ended while it waited', async () => {
    const work = async (): Promise<void> => {
      now += 61_000;
      await maker(null).tick();
      await world.query(`update models set description = description || ' e mais um tanto'`);
    };
    for (const call of ['open', 'put'] as const) {
      await maker({ call, work }).tick();
      await expectWhole();
      await admin.send('POST', '/api/export', {});
    }
  });

  it('is what the second maker goes on to make, when the first one wakes up in the middle', async () => {
    const [early, late] = [halted(), halted()];
    const first = early.exports.tick();
    await early.reached;
    now += 61_000;
    await world.query(`update organizations set name = name || ' e seus setores'`);
    const second = late.exports.tick();
    await late.reached;
    early.goOn();
    await first;
    expect(await stateNow()).toMatchObject({ state: 'making' });
    late.goOn();
    await second;
    await expectWhole();
  });

  it('stays with its maker for as long as bytes of a file arrive', async () => {
    const { files } = server.services;
    let wasTaken = false;
    const work = async (): Promise<void> => {
      wasTaken = true;
    };
    const other = maker({ call: 'open', work });
    const slowly = async function* (bytes: Buffer): AsyncGenerator<Buffer> {
      for (let at = 0; at < bytes.length; at += 65_536) {
        now += 5000;
        await other.tick();
        yield bytes.subarray(at, at + 65_536);
      }
    };
    const slow: FileStore = {
      ...files,
      open: async (key) => {
        const { stream, size } = await files.open(key);
        return { stream: Readable.from(slowly(await buffer(stream)), { objectMode: false }), size };
      },
    };
    await createExports({ ...server.services, connection: server.connection, files: slow }).tick();
    expect(wasTaken).toBe(false);
    await expectWhole();
  });
});

/** A server that waits for `goOn` when it stores the first texts. */
function halted() {
  let reach = (): void => undefined;
  let goOn = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const work = (): Promise<void> => {
    reach();
    return released;
  };
  return { exports: maker({ call: 'put', work }), reached, goOn };
}
