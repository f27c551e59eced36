import { ErrorSentence } from '#ui/fields/field-parts.tsx';
import { useEffect, useRef } from 'react';
import styles from './file-problems.module.css';

/**
 * What is wrong with files, beside the field that took them: announced, in sight, and reached by the focus. `id` is what the
 * field's buttons are described by.
 */
export function FileProblems({ id, sentences }: { id?: string; sentences: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const said = sentences.join('\n');
  useEffect(() => {
    if (said !== '') box.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  if (sentences.length === 0) return null;
  return (
    <div ref={box} id={id} role="alert" tabIndex={-1} className={styles.problems}>
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.problem}>
          <ErrorSentence>{sentence}</ErrorSentence>
        </p>
      ))}
    </div>
  );
}
