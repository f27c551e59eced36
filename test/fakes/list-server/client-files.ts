import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * A file of the built application; every other address that is not a call is one of its screens.
 * Null for a call.
 */
export async function clientFile(folder: string, { method, url }: Request): Promise<Response | null> {
  const { pathname } = new URL(url);
  if (method !== 'GET' || pathname.startsWith('/api/') || pathname.startsWith('/sanctum/')) return null;
  const name = extname(pathname) === '' ? '/index.html' : pathname;
  const bytes = await readFile(join(folder, name)).catch(() => null);
  if (bytes === null) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache' },
  });
}
