// Secrets that were not configured: made once and kept in DATA_DIR, readable by its owner only.

import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

const SECRET_BYTES = 32;

/** The secret of sessions and of stored keys: the configured one, or the one stored in DATA_DIR. */
export function sessionSecret({ sessionSecret: given, dataDir }: Pick<Config, 'sessionSecret' | 'dataDir'>): string {
  return given ?? keepSecret(dataDir, { name: 'session' });
}

/**
 * The secret called `name` (a file of mode 0600 under DATA_DIR/secrets). The first call makes it
 * with `make`.
 */
export function keepSecret(dataDir: string, secret: { readonly name: string; readonly make?: () => string }): string {
  const folder = join(dataDir, 'secrets');
  const path = join(folder, secret.name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = secret.make?.() ?? randomBytes(SECRET_BYTES).toString('base64url');
  // The secret is written beside its place and linked there when complete: a full disk leaves no
  // empty secret behind, and of two servers that make it the first wins.
  const partial = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    if (!existsSync(path)) {
      writeFileSync(partial, made, { mode: 0o600, flag: 'wx', flush: true });
      linkSync(partial, path);
      return made;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(partial, { force: true });
  }
  const kept = readFileSync(path, 'utf8').trim();
  if (kept === '') throw new Error(`${path} está vazio: apague o arquivo para que um segredo novo seja criado`);
  return kept;
}
