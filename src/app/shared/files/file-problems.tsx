import { ErrorSentence } from '#ui/fields/field-parts.tsx';
import { useEffect, useRef } from 'react';
import styles from './file-problems.module.css';

/**
 * What is wrong with files, beside the field that took them: announced, in sight, and reached by
 * the focus. `id` is what the field's buttons are described by. `notes` is what else is to be known
 * of files that were taken.
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
