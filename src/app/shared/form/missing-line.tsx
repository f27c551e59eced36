import { TextButton } from '#ui/actions/link.tsx';
import { Fragment } from 'react';
import styles from './missing-line.module.css';

/** What is missing, in a word. A press leads to the field, where there is one. */
export type MissingWord = { readonly word: string; readonly onPress?: () => void };

/** What a form still misses: `Falta: senha, setor e conexão`. */
export function MissingLine({ words }: { words: readonly MissingWord[] }) {
  const last = words.length - 1;
  return (
    <>
      <span>Falta:</span>{' '}
      {words.map(({ word, onPress }, index) => (
        <Fragment key={word}>
          {index === 0 ? null : <span>{index === last ? ' e ' : ' '}</span>}
          <span className={styles.part}>
            {onPress === undefined ? <span>{word}</span> : <TextButton onPress={onPress}>{word}</TextButton>}
            {index < last - 1 ? <span>,</span> : null}
          </span>
        </Fragment>
      ))}
    </>
  );
}
