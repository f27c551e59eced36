import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { openFile, openModelFile } from './open-file.ts';

vi.mock('./client.ts', () => ({ client: { settleLogout: async () => true } }));

const BYTES = new TextEncoder().encode('o conteúdo que foi registrado');
const sha256 = createHash('sha256').update(BYTES).digest('hex');

afterEach(() => vi.unstubAllGlobals());

function serve(bytes: Uint8Array<ArrayBuffer>): void {
  vi.stubGlobal('fetch', async () => new Response(bytes));
}

it('a file opens when its bytes are those that the document names', async () => {
  serve(BYTES);
  const blob = await openFile({ id: 7, sha256 });
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(BYTES);
});

it.each([
  ['cut', BYTES.slice(0, -1)],
  ['changed', BYTES.map((byte, at) => (at === 3 ? byte ^ 1 : byte))],
])('a file that was %s on its way does not open', async (_what, bytes) => {
  serve(bytes);
  await expect(openFile({ id: 7, sha256 })).rejects.toThrow('Erro ao buscar o documento');
});

it("a model's file opens when it has the size that its row names", async () => {
  serve(BYTES);
  const blob = await openModelFile({ id: 7, size: BYTES.length });
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(BYTES);
});

it("a model's file that was cut on its way does not open", async () => {
  serve(BYTES.slice(0, -1));
  await expect(openModelFile({ id: 7, size: BYTES.length })).rejects.toThrow('Erro ao buscar o documento');
});
