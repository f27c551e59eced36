// The user as whom PostgreSQL runs. It refuses root, and initdb refuses a user without a passwd
// entry. Root therefore runs it as `postgres` or another user without rights. Where those users
// can't reach the folders (a checkout under /root), a user namespace makes root look like such a
// user to PostgreSQL.

import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Binaries } from './binaries.ts';

export type Identity = {
  /** The program and arguments that run a binary as this user. */
  readonly command: (binary: string) => { readonly file: string; readonly args: readonly string[] };
  /** Options with which `spawn` runs a process as this user. */
  readonly spawn: { readonly uid?: number; readonly gid?: number; readonly cwd: '/' };
  /** Gives a file or folder to the user as whom the database runs. */
  readonly own: (path: string) => void;
};

type Account = { readonly uid: number; readonly gid: number };

const NOBODY = 65_534;
const plain = (binary: string) => ({ file: binary, args: [] });
const unshared = (binary: string) => ({
  file: 'unshare',
  args: ['-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, binary],
});

const itself: Identity = { command: plain, spawn: { cwd: '/' }, own: () => undefined };
const inNamespace: Identity = { command: unshared, spawn: { cwd: '/' }, own: () => undefined };

/**
 * Chooses the user for an existing folder of this server. `owner` is the user id of the cluster in
 * it, null when there is none yet.
 */
export function chooseIdentity(
  binaries: Binaries,
  folder: { readonly path: string; readonly owner: number | null },
): Identity {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return hasAccount() || !works(inNamespace, binaries) ? itself : inNamespace;
  for (const account of accounts()) {
    const identity = identityOf(account);
    const fits = folder.owner === null || folder.owner === account.uid;
    if (fits && works(identity, binaries) && reaches(account, folder.path)) return identity;
  }
  if ((folder.owner === null || folder.owner === 0) && works(inNamespace, binaries)) return inNamespace;
  throw new Error(
    `o PostgreSQL embutido não roda como root e nenhum outro usuário alcança ${folder.path}: ` +
      'rode o servidor como um usuário comum, mude DATA_DIR ou defina DATABASE_URL',
  );
}

function identityOf(account: Account): Identity {
  return {
    command: plain,
    spawn: { ...account, cwd: '/' },
    own: (path) => chownSync(path, account.uid, account.gid),
  };
}

function works(identity: Identity, binaries: Binaries): boolean {
  const { file, args } = identity.command(binaries.postgres);
  return spawnSync(file, [...args, '--version'], { ...identity.spawn, stdio: 'ignore' }).status === 0;
}

function reaches(account: Account, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', path], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

function accounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return ['postgres', 'nobody'].flatMap((name) => {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    return fields !== undefined && uid > 0 ? [{ uid, gid }] : [];
  });
}

function hasAccount(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}
