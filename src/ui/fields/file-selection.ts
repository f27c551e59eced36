/** A file that was not taken, and why. */
export type RejectedFile = { file: File; reason: 'extension' | 'empty' };

/**
 * Separates files into accepted and rejected ones by their extension (`.pdf`, lower case) and size.
 * Their content is checked elsewhere.
 */
export function splitAccepted(
  files: Iterable<File>,
  extensions: readonly string[],
): { accepted: File[]; rejected: RejectedFile[] } {
  const accepted: File[] = [];
  const rejected: RejectedFile[] = [];
  for (const file of files) {
    const name = file.name.toLowerCase();
    if (!extensions.some((extension) => name.endsWith(extension))) rejected.push({ file, reason: 'extension' });
    else if (file.size === 0) rejected.push({ file, reason: 'empty' });
    else accepted.push(file);
  }
  return { accepted, rejected };
}
