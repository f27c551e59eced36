import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { LOGIN } from '../../text/login.ts';
import styles from './loader-cover.module.css';

/** Over a screen before the login while its form is being answered, so that nothing is pressed meanwhile. */
export function LoaderCover() {
  return (
    <div className={styles.cover}>
      <div className={styles.line}>
        <ProgressLine label={LOGIN.waiting} />
      </div>
    </div>
  );
}
