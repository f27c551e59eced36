import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import styles from './dialog.module.css';
import { IconButton } from '../actions/icon-button.tsx';
import type { IconType } from '../base/icon.ts';

type WithClose = ReactNode | ((dialog: { close: () => void }) => ReactNode);

/** Props of `Dialog`. Widths: sm 440, md 560, lg 800, full covers the page, notices is 400 × 481. */
export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  icon?: IconType | undefined;
  iconTone?: 'plain' | 'danger' | 'warn' | 'ok' | 'pencil' | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  size?: 'sm' | 'md' | 'lg' | 'full' | 'notices' | undefined;
  footer?: WithClose;
  /** Whether a press outside closes the dialog. An alertdialog ignores it. Escape always closes. */
  isDismissable?: boolean | undefined;
  hasClose?: boolean | undefined;
  children?: WithClose;
};

/**
 * A modal dialog; on phones a sheet from the bottom. The focus moves into it, stays inside, and returns to where it was.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, icon: Icon, iconTone = 'plain', role = 'dialog', size = 'md' } = props;
  const { footer, children, isDismissable = role === 'dialog', hasClose = role === 'dialog' } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable && role === 'dialog'}
      className={styles.overlay ?? ''}
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
