import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Device } from './device.ts';

const dist = fileURLToPath(new URL('../../dist/client', import.meta.url));
const KB = 1000;

/**
 * Paths of the scripts that the open page has requested, whether the network or the worker
 * answered.
 */
export function scriptsLoaded(device: Device): Promise<string[]> {
  return device.page.evaluate(() => {
    const paths = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
    return [...new Set(paths)].filter((path) => path.startsWith('/assets/') && path.endsWith('.js'));
  });
}

/** Their size after gzip, in thousands of bytes. */
export const gzipped = (scripts: readonly string[]) =>
  scripts.reduce((sum, path) => sum + gzipSync(readFileSync(dist + path)).length, 0) / KB;
