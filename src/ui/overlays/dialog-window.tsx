import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { useCountedDialog } from '../base/open-dialogs.ts';
import type { DialogProps } from './dialog.tsx';
import { DialogParts } from './dialog-parts.tsx';
import styles from './dialog.module.css';
import { usePlaceUnder } from './place-under.ts';

const NOTICES_WIDTH = 400;

/** What `Dialog` draws, in a file of its own that is loaded late. */
export function DialogWindow(props: DialogProps) {
  useCountedDialog(props.isOpen);
  const { isOpen, onClose, under, role = 'dialog', size = 'md', isDismissable = role === 'dialog', ...parts } = props;
  const { hasClose = role === 'dialog' } = props;
  const place = usePlaceUnder({ isOpen, under, width: NOTICES_WIDTH });
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      isDismissable={isDismissable && role === 'dialog'}
      className={classNames(styles.overlay, place && styles.under)}
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
