import { TextButton } from '#ui/actions/text-button.tsx';
import { Fragment } from 'react';
import styles from './missing-line.module.css';

/** What is missing, in a word. A press leads to the field, where there is one. */
export type MissingWord = { readonly word: string; readonly onPress?: () => void };

/** `Falta: senha, setor e conexão`. */
export function MissingLine({ words }: { words: readonly MissingWord[] }) {
  const last = words.length - 1;
  return (
    <>
      Falta:{' '}
      {words.map(({ word, onPress }, index) => (
        <Fragment key={word}>
          {index === 0 ? null : index === last ? ' e ' : ' '}
          <span className={styles.part}>
            {onPress === undefined ? word : <TextButton onPress={onPress}>{word}</TextButton>}
            {index < last - 1 ? ',' : null}
          </span>
        </Fragment>
      ))}
    </>
  );
}
