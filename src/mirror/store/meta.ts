import type { Mirror } from './schema.ts';
import type { MetaName, MetaRow, MetaValues } from './rows.ts';

/** Reads one value of the profile; undefined when it was never written. */
export async function readMeta<Name extends MetaName>(
  mirror: Mirror,
  name: Name,
): Promise<MetaValues[Name] | undefined> {
  const row = await mirror.meta.get(name);
  return row?.value as MetaValues[Name] | undefined;
}

/** Reads some values of the profile with one request; those that were never written are missing. */
export async function readMetas<Name extends MetaName>(
  mirror: Mirror,
  names: readonly Name[],
): Promise<{ readonly [One in Name]?: MetaValues[One] | undefined }> {
  const rows = await mirror.meta.bulkGet([...names]);
  return Object.fromEntries(rows.flatMap((row) => (row === undefined ? [] : [[row.name, row.value]]))) as {
    readonly [One in Name]?: MetaValues[One];
  };
}

/** Writes one value, inside the caller's transaction if there is one. */
export async function writeMeta<Name extends MetaName>(
  mirror: Mirror,
  { name, value }: { name: Name; value: MetaValues[Name] },
): Promise<void> {
  await mirror.meta.put({ name, value } as MetaRow);
}

/** Writes some values at once, inside the caller's transaction if there is one. */
export async function writeMetas(mirror: Mirror, values: Partial<MetaValues>): Promise<void> {
  await mirror.meta.bulkPut(Object.entries(values).map(([name, value]) => ({ name, value }) as MetaRow));
}
