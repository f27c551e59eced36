import styles from './hatch.module.css';

/** The hatched gutter of a message in pencil. Decoration: the dashes and the words carry the meaning. */
export function Hatch() {
  return <span className={styles.hatch} aria-hidden />;
}
