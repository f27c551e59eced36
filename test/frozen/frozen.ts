// The frozen rows, as they were stored (README.md beside this file).

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SealingPrivateKey } from '#contract/sealing.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { DraftRow } from '#mirror/store/draft-row.ts';
import type { ChunkRow, FileRow } from '#mirror/store/rows.ts';
import type { SealedRow } from '#mirror/store/sealed-row.ts';

const FOLDER = import.meta.dirname;

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Content;
}

/** The oldest first. A file whose name is not here fails a test. */
const FORMS = [
  'v1',
  'without-login',
  'with-login',
  'on-rows',
  'reassign',
  'in-parts',
  'unkeyed',
  'joined',
  'undoable',
] as const;

/** Each form in which commands were stored, the oldest first. */
export const COMMAND_FORMS = FORMS.map((form) => {
  const name = `2026-11-commands-${form}.json`;
  return { name, rows: read<readonly OutboxCommand[]>(name) };
});

/** The names of the files of a kind, as the folder has them. */
export function filesOf(kind: 'commands' | 'drafts'): string[] {
  return readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name.includes(`-${kind}-`));
}

/**
 * What is the same each time that a command is sent, whatever version sends it; null: a row of it
 * had no id yet.
 */
export type FrozenRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: readonly (readonly [string, string])[];
  /** Ids of its files. */
  readonly files: readonly string[];
} | null;

/**
 * By the name of the file of commands, and by the id of the command: what an older version would
 * have sent.
 */
export const REQUESTS =
  read<Readonly<Record<string, Readonly<Record<string, FrozenRequest>>>>>('2026-11-requests.json');

/** Every draft of every form. The same id is in more than one of them. */
export const DRAFT_FORMS = filesOf('drafts').map((name) => ({ name, rows: read<readonly DraftRow[]>(name) }));

/**
 * What was given up, in the draft that keeps it, and the command that went on without one of its
 * rows.
 */
export const GIVEN_UP = read<{ readonly drafts: readonly DraftRow[]; readonly commands: readonly OutboxCommand[] }>(
  '2026-11-given-up.json',
);

/** Bytes are base64url. */
type FrozenChunk = Omit<ChunkRow, 'bytes'> & { readonly bytes: string };

type FrozenWork = {
  readonly privateKey: SealingPrivateKey;
  readonly sealed: {
    readonly commands: readonly SealedRow[];
    readonly files: readonly FileRow[];
    readonly chunks: readonly FrozenChunk[];
  };
  /** What was sealed. */
  readonly plain: {
    readonly commands: readonly OutboxCommand[];
    readonly drafts: readonly DraftRow[];
    readonly files: readonly FileRow[];
    readonly chunks: readonly FrozenChunk[];
  };
};

/**
 * Sealed work of person 7, its content, and the private key that opens it, which was made for this
 * file.
 */
export const SEALED_WORK = read<FrozenWork>('2026-11-sealed-work.json');

/** A piece as the database has it. */
export function chunkOf({ bytes, ...place }: FrozenChunk): ChunkRow {
  return { ...place, bytes: Uint8Array.from(Buffer.from(bytes, 'base64url')).buffer };
}
