// Reads the folder of an export without trusting it, because anybody may have changed it. A text is
// judged by its sum, each line by a bound, and each row by what this server would take itself.

import { FILE_TYPES } from '#domain/files.ts';
import { isLatin, isPlainAcronym } from '#domain/look-alike.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { ExportedTable } from '../export/exported-tables.ts';
import { ExportManifest, MANIFEST, SUMS } from '../export/make-export.ts';

/** A folder, and the SHA-256 sums of its texts by their paths. */
type SummedFolder = { readonly folder: string; readonly sums: ReadonlyMap<string, string> };

const INCOMPLETE = 'a exportação está incompleta';

/** The SHA-256 sums of an export by path, without those of files and pages. */
export async function readSums(folder: string): Promise<ReadonlyMap<string, string>> {
  const sums = new Map<string, string>();
  try {
    for await (const line of linesIn(join(folder, SUMS))) {
      const [, sha256, path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
      if (sha256 !== undefined && (path.startsWith('tabelas/') || !path.includes('/'))) sums.set(path, sha256);
    }
  } catch (error) {
    throw new Error(`${INCOMPLETE}: ${join(folder, SUMS)} não pode ser lido`, { cause: error });
  }
  return sums;
}

export async function readManifest({ folder, sums }: SummedFolder): Promise<ExportManifest> {
  const text = await readFile(join(folder, MANIFEST)).catch(() => null);
  if (text === null) throw new Error(`${INCOMPLETE}: falta ${MANIFEST}`);
  if (createHash('sha256').update(text).digest('hex') !== sums.get(MANIFEST)) throw otherThanSum(MANIFEST);
  const parsed = v.safeParse(ExportManifest, jsonOf(text.toString('utf8')));
  if (!parsed.success) throw new Error('a exportação é de um formato que esta versão não conhece');
  const { id, name, acronym } = parsed.output.tenant;
  if (!isCounted(id)) throw new Error(`${MANIFEST}: ${id} não é o número de um órgão`);
  if (!isPlainAcronym(acronym) || !isLatin(name))
    throw new Error(`${MANIFEST}: ${name} (${acronym}) não é como um órgão se chama`);
  return parsed.output;
}

/**
 * The greatest id that is taken in. New ids follow the greatest one that came, and are exact
 * numbers up to 2^53, so it must leave room. No server counts as far as this.
 */
const ID_MAX = 1e12;
const isCounted = (id: unknown): boolean => Number.isSafeInteger(id) && Number(id) >= 1 && Number(id) <= ID_MAX;

const STORED_TYPES: ReadonlySet<string> = new Set(Object.values(FILE_TYPES));

/**
 * What is wrong with a row beyond the types of its columns; null for nothing. It is judged here,
 * because code that reads the row from the database does not judge it again. `tenant` comes from
 * the manifest.
 */
export function faultOfRow(
  { name, columns }: Pick<ExportedTable, 'name' | 'columns'>,
  { line, tenant }: { readonly line: string; readonly tenant: ExportManifest['tenant'] },
): string | null {
  const row = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const isNumbered = columns.some((column) => column.name === 'id' && column.type === 'bigint');
  if (isNumbered && !isCounted(row['id'])) return 'id não é o número de um registro';
  if (name === 'files' && !STORED_TYPES.has(String(row['mime_type']))) return 'mime_type não é o de um arquivo';
  const isOther = name === 'tenants' && (row['name'] !== tenant.name || row['acronym'] !== tenant.acronym);
  return isOther ? `não é o órgão de que fala ${MANIFEST}` : null;
}

/** The lines of a text of the export. Throws at the end when the text does not have its sum. */
export async function* checkedLines(
  { folder, sums }: SummedFolder,
  path: string,
): AsyncGenerator<{ line: string; at: number }> {
  const hash = createHash('sha256');
  let at = 0;
  try {
    for await (const line of linesIn(join(folder, path))) {
      at += 1;
      hash.update(line).update('\n');
      yield { line, at };
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(`${INCOMPLETE}: falta ${path}`, { cause: error });
    throw error;
  }
  if (hash.digest('hex') !== sums.get(path)) throw otherThanSum(path);
}

/** Characters. The longest lines are documents and reports of imported sheets, of some MB. */
const LINE_MAX = 64 * 1024 * 1024;

/**
 * The lines of a file, which end with a line feed alone: other marks of a line's end are part of a
 * text. A file without any line feed is not held whole in memory.
 */
async function* linesIn(path: string): AsyncGenerator<string> {
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const [first = '', ...others] = String(chunk).split('\n');
    begun.push(first);
    length += first.length;
    if (length > LINE_MAX) throw new Error(`${path} tem uma linha longa demais`);
    if (others.length === 0) continue;
    yield begun.join('');
    const rest = others.pop() ?? '';
    yield* others;
    [begun, length] = [[rest], rest.length];
  }
  if (length > 0) yield begun.join('');
}

export const otherThanSum = (path: string): Error => new Error(`${path} não confere com ${SUMS}`);

export const damagedLine = (path: string, { at, why }: { at: number; why: string }): Error =>
  new Error(`${path}, linha ${at}: ${why}`);

/** The value of a JSON text; null for a text that is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
