// Compresses the files of the built client once, at the highest level, because the server sends the
// compressed files as they are (src/server/http/plugins/client.ts). This file is plain JavaScript
// because it runs before anything is built.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|mjs|css|html|svg|json|webmanifest|txt)$/;
/**
 * The smallest file that is compressed. Below this size the headers of an answer weigh more than
 * what is saved.
 */
const FROM_BYTES = 1024;

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes `name.br` and `name.gz` beside each text file of `folder` that is large enough. */
export async function compressClient(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path) {
  const bytes = readFileSync(path);
  if (bytes.length < FROM_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, await brotlied(bytes, { params }));
  writeFileSync(`${path}.gz`, await gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
