import type { Mirror } from './schema.ts';
import type { MetaName, MetaRow, MetaValues } from './rows.ts';

/** One value of the profile; undefined when it was never written. */
export async function readMeta<Name extends MetaName>(
  mirror: Mirror,
  name: Name,
): Promise<MetaValues[Name] | undefined> {
  const row = await mirror.meta.get(name);
  return row?.value as MetaValues[Name] | undefined;
}

/** Writes one value, inside the caller's transaction if there is one. */
export async function writeMeta<Name extends MetaName>(
  mirror: Mirror,
  { name, value }: { name: Name; value: MetaValues[Name] },
): Promise<void> {
  await mirror.meta.put({ name, value } as MetaRow);
}
