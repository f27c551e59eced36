import { ErrorSentence } from '#ui/fields/field-parts.tsx';
import { useEffect, useRef } from 'react';
import styles from './file-problems.module.css';

/**
 * Problems with files, beside the field that took them: announced, scrolled into view, focusable.
 * `id`: for the `aria-describedby` of the field's buttons. `notes`: remarks about files that were
 * accepted.
 */
export function FileProblems(props: { id?: string; sentences: readonly string[]; notes?: readonly string[] }) {
  const { id, sentences, notes = [] } = props;
  const box = useRef<HTMLDivElement>(null);
  const said = sentences.join('\n');
  useEffect(() => {
    if (said !== '') box.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  return (
    <>
      {sentences.length === 0 ? null : (
        <div ref={box} id={id} role="alert" tabIndex={-1} className={styles.problems}>
          {sentences.map((sentence) => (
            <p key={sentence} className={styles.problem}>
              <ErrorSentence>{sentence}</ErrorSentence>
            </p>
          ))}
        </div>
      )}
      {notes.length === 0 ? null : (
        <div role="status" className={styles.notes}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </>
  );
}

// Refusals of a command's files by the server. Each sentence begins with the file's name and a
// colon.

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
