import { createPortal } from 'react-dom';
import { SHARED_DEVICE } from '../../text/shared-device.ts';
import styles from './idle-cover.module.css';

/** Hides the whole page, with its dialogs, while its person leaves. `hasFailed`: leaving did not work yet and is tried again. */
export function IdleCover({ hasFailed }: { hasFailed: boolean }) {
  return createPortal(
    <div className={styles.cover} data-react-aria-top-layer="true">
      <p role="alert">{hasFailed ? SHARED_DEVICE.notLeft : SHARED_DEVICE.leaving}</p>
    </div>,
    document.body,
  );
}
