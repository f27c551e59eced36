// The server's messages about the files of a command that it refused: each sentence begins with the
// name of its file.

type NamedFile = { readonly id: string; readonly name: string };

/**
 * Sentences by the id of the file that they name; a sentence that names none of the files is under
 * `''`.
 */
export type RefusedFiles = Readonly<Record<string, string>>;

/** Whether a sentence of a refusal is about the file of this name. */
export function isAbout(sentence: string, name: string): boolean {
  return sentence.startsWith(`${name}: `);
}

export function refusedFilesOf(sentences: readonly string[], files: readonly NamedFile[]): RefusedFiles {
  const refused: Record<string, string> = {};
  const [only, ...others] = files;
  for (const sentence of sentences) {
    const named = files.find((file) => isAbout(sentence, file.name)) ?? (others.length === 0 ? only : undefined);
    const id = named?.id ?? '';
    refused[id] = refused[id] === undefined ? sentence : `${refused[id]} ${sentence}`;
  }
  return refused;
}

/**
 * The sentences about files that are still there, and those about no file. A file that replaces a
 * refused one has another id.
 */
export function saidOf(refused: RefusedFiles, files: readonly NamedFile[]): string[] {
  return ['', ...files.map((file) => file.id)].flatMap((id) => refused[id] ?? []);
}
