import { displayName } from '#domain/files.ts';
import { saveFile } from '../../device/save-file.ts';

export type ZipEntry = { readonly name: string; readonly input: Blob | string };

/** Hands files over as one ZIP. Resolves to whether the person took it. */
export async function saveZip(entries: readonly ZipEntry[], name: string): Promise<boolean> {
  const { downloadZip } = await import('client-zip');
  return saveFile(await downloadZip(entries).blob(), name);
}

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;

/**
 * File names for one folder of a ZIP that any system unpacks, in order. Equal names are made
 * different: `ata.pdf`, `ata (2).pdf`.
 */
export function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const clean = unpackable(displayName(name));
    const dot = clean.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ''];
    let candidate = clean;
    for (let copy = 2; used.has(candidate.toLowerCase()); copy += 1) candidate = `${stem} (${copy})${extension}`;
    used.add(candidate.toLowerCase());
    return candidate;
  });
}

/** The name, or with the first number that makes it differ from `taken`. */
export function freeName(name: string, taken: readonly string[]): string {
  return distinctNames([...taken, name]).at(-1) ?? name;
}

function unpackable(name: string): string {
  const [first = ''] = name.split('.');
  return DEVICE.test(first.trim()) ? `_${name}` : name;
}
