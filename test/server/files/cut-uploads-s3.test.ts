// A command with large files over sockets that are cut, on a server that keeps its files in S3. The
// same on disk, and more faults: resumed-uploads.test.ts.

import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultProxy } from '../../e2e/fault-proxy.ts';
import { pdfOf, sha256Of } from '../harness/staging.ts';
import { openUploadingDevice, planFor } from '../harness/uploading-device.ts';
import { startStagingTown, type StagingTown } from './staging-town.ts';

let town: StagingTown;
beforeAll(async () => void (town = await startStagingTown('S3')));
afterAll(() => town.close());

it('cuts in the middle of bodies leave the files whole in S3', async () => {
  const { port } = town.server.app.server.address() as AddressInfo;
  const proxy = await startFaultProxy({ targetPort: () => port });
  const device = await openUploadingDevice(town.ana, { proxy, bytesPerMs: 125 });
  try {
    const files = [pdfOf(100_000), pdfOf(1_000_000)];
    const { id } = await device.enqueue(planFor(town.world.pmvi), files);
    const path = /\/api\/sync\/uploads\//;
    proxy.add({ path, methods: ['PATCH'], fault: { kind: 'cut', everyBytes: 300_000 } });
    await device.drainAll();

    expect(await device.commandOf(id)).toMatchObject({ state: 'done' });
    const cuts = proxy.passages.filter(({ method, status }) => method === 'PATCH' && status === null);
    expect(cuts.length).toBeGreaterThanOrEqual(3);
    const made = await town.client.query<{ id: string; sha256: string }>(
      `select f.id, f.sha256 from files f join documents d on d.tenant_id = f.tenant_id and d.id = f.document_id
        where d.command_id = $1 order by f.position, f.id`,
      [id],
    );
    expect(made.rows.map(({ sha256 }) => sha256)).toEqual(files.map(sha256Of));
    for (const [at, file] of made.rows.entries()) {
      const { rawPayload } = await town.ana.get(`/api/documents/get-file-content/${file.id}`);
      expect(sha256Of(rawPayload)).toBe(sha256Of(files[at] ?? Buffer.alloc(0)));
    }
  } finally {
    await device.mirror.delete();
    await proxy.close();
  }
}, 120_000);
