import { LOGIN } from '../../text/person/login.ts';
import styles from './loader-cover.module.css';

/**
 * Over a screen before the login while its form is being answered, so that nothing is pressed
 * meanwhile. Its line is its own: the kit's belongs to a file with screens that the login does not
 * load.
 */
export function LoaderCover() {
  return (
    <div className={styles.cover}>
      <div role="progressbar" aria-label={LOGIN.waiting} className={styles.line} />
    </div>
  );
}
