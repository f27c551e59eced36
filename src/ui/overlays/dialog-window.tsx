import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { useCountedDialog } from '../base/open-dialogs.ts';
import type { DialogProps } from './dialog.tsx';
import { DialogParts } from './dialog-parts.tsx';
import styles from './dialog.module.css';
import { usePlaceBy } from './place-by.ts';

/** What `Dialog` draws, in a file of its own that is loaded late. */
export function DialogWindow(props: DialogProps) {
  useCountedDialog(props.isOpen);
  const { isOpen, onClose, under, beside, role = 'dialog', isDismissable = role === 'dialog', ...parts } = props;
  const { hasClose = role === 'dialog' } = props;
  const place = usePlaceBy(isOpen, { under, beside });
  const isBeside = beside !== undefined && place !== undefined;
  const size = isBeside ? 'anchored' : (props.size ?? 'md');
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      isDismissable={isDismissable && role === 'dialog'}
      className={classNames(styles.overlay, place && (isBeside ? styles.beside : styles.under))}
      {...defined({ style: place })}
    >
      <Modal className={classNames(styles.modal, styles[size])}>
        <AriaDialog role={role} className={styles.dialog ?? ''}>
          {({ close }) => <DialogParts {...parts} hasClose={hasClose} close={close} />}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
