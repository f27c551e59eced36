import { X } from 'lucide-react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { useCountedDialog } from '../base/open-dialogs.ts';
import type { DialogProps } from './dialog.tsx';
import styles from './dialog.module.css';
import { IconButton } from '../actions/icon-button.tsx';
import { usePlaceUnder } from './place-under.ts';

const NOTICES_WIDTH = 400;

/** What `Dialog` draws, in a file of its own that is loaded late. */
export function DialogWindow(props: DialogProps) {
  useCountedDialog(props.isOpen);
  const { isOpen, onClose, title, icon: Icon, iconTone = 'plain', role = 'dialog', size = 'md' } = props;
  const { action, footer, children, isDismissable = role === 'dialog', hasClose = role === 'dialog' } = props;
  const place = usePlaceUnder({ isOpen, under: props.under, width: NOTICES_WIDTH });
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
          {({ close }) => (
            <>
              <div className={styles.header}>
                {Icon ? <Icon size={24} strokeWidth={1.75} aria-hidden className={styles[iconTone]} /> : null}
                <Heading slot="title" level={2} className={styles.title ?? ''}>
                  {title}
                </Heading>
                {action ? <div className={styles.action}>{action}</div> : null}
                {hasClose ? <IconButton icon={X} label="Fechar" onPress={close} /> : null}
              </div>
              {children ? (
                <div className={styles.body}>{typeof children === 'function' ? children({ close }) : children}</div>
              ) : null}
              {footer ? (
                <div className={styles.footer}>{typeof footer === 'function' ? footer({ close }) : footer}</div>
              ) : null}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
