import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { X } from 'lucide-react';
import { type CSSProperties, type ReactNode, useLayoutEffect, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';
import { useCountedDialog } from '../base/open-dialogs.ts';
import { IconButton } from '../actions/icon-button.tsx';
import styles from './dialog.module.css';

type WithClose = ReactNode | ((dialog: { close: () => void }) => ReactNode);

/**
 * Props of `Dialog`. Sizes in px: sm, md and lg are 440, 560 and 800 wide, full covers the page.
 * notices is 400 × 481, and on phones a whole sheet. install is 806 × 113, one row without a head.
 */
export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  icon?: IconType | undefined;
  iconTone?: 'plain' | 'danger' | 'warn' | 'ok' | 'pencil' | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  size?: 'sm' | 'md' | 'lg' | 'full' | 'notices' | 'install' | undefined;
  /**
   * Id of an element. A dialog of the size `notices` stands below it while it is in sight, but not
   * on phones.
   */
  under?: string | undefined;
  /**
   * Id of an element. On wide screens the dialog stands at its left, 400 px wide, from its top on
   * or where there is room, and leaves the page readable.
   */
  beside?: string | undefined;
  /** Stands in the header, before the button that closes. */
  action?: ReactNode;
  footer?: WithClose;
  /** Whether a press outside closes the dialog. An alertdialog ignores it. Escape always closes. */
  isDismissable?: boolean | undefined;
  hasClose?: boolean | undefined;
  children?: WithClose;
};

/** Width of a dialog that stands by an element, px. */
const WIDTH = 400;
/** Distance in px from the element to a dialog below it (`under`) or at its left (`beside`). */
const GAP = { under: 10, beside: 14 } as const;
/** The least distance to the edge of the window, px. */
const EDGE = { under: 40, beside: 12 } as const;

/**
 * Ids of elements: the dialog stands below the middle of `under`, or at the left of `beside` from
 * its top on.
 */
type By = { readonly under?: string | undefined; readonly beside?: string | undefined };

/**
 * The insets of an open dialog that stands by an element, inside the window. Undefined without an
 * id, and while the element is out of sight. The insets follow a page that changes its size.
 */
function usePlaceBy(isOpen: boolean, { under, beside }: By): CSSProperties | undefined {
  const [place, setPlace] = useState<CSSProperties | undefined>(undefined);
  useLayoutEffect(() => {
    const id = under ?? beside;
    if (!isOpen || id === undefined) return undefined;
    const measure = () => setPlace(placeBy(id, under === undefined ? 'beside' : 'under'));
    // A part of the page that scrolls by itself may hide the element, so the element is scrolled
    // into view.
    if (under === undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
    measure();
    // The observer runs after the layout of the new size, also when the screen behind the dialog is
    // drawn later than the dialog.
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [isOpen, under, beside]);
  return place;
}

function placeBy(id: string, way: keyof typeof GAP): CSSProperties | undefined {
  const box = document.getElementById(id)?.getBoundingClientRect();
  if (box === undefined || box.height === 0) return undefined;
  if (way === 'under' && (box.top < 0 || box.bottom > window.innerHeight / 2)) return undefined;
  const right = way === 'under' ? box.left + box.width / 2 + WIDTH / 2 : box.left - GAP.beside;
  const top = way === 'under' ? box.bottom + GAP.under : Math.max(EDGE.beside, box.top);
  const end = Math.max(EDGE[way], document.documentElement.clientWidth - right);
  return { '--by-top': `${top}px`, '--by-end': `${end}px` } as CSSProperties;
}

type Parts = Pick<DialogProps, 'title' | 'icon' | 'iconTone' | 'action' | 'footer' | 'children'> & {
  hasClose: boolean;
  close: () => void;
};

/**
 * The parts of a dialog, whatever frames them: the head with its title, the body, and the buttons.
 */
function DialogParts(props: Parts) {
  const { title, icon: Icon, iconTone = 'plain', action, footer, children, hasClose, close } = props;
  return (
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
      {footer ? <div className={styles.footer}>{typeof footer === 'function' ? footer({ close }) : footer}</div> : null}
    </>
  );
}

/** What `Dialog` draws when it is opened. */
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
