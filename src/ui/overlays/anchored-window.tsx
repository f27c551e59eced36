import { useLayoutEffect, useState } from 'react';
import { Dialog as AriaDialog, Popover } from 'react-aria-components';
import { useCountedDialog } from '../base/open-dialogs.ts';
import type { AnchoredDialogProps } from './anchored-dialog.tsx';
import { DialogParts } from './dialog-parts.tsx';
import styles from './dialog.module.css';

/** What `AnchoredDialog` draws, in a file of its own that is loaded late. */
export function AnchoredWindow({ isOpen, onClose, beside, ...parts }: AnchoredDialogProps) {
  useCountedDialog(isOpen);
  const [anchor] = useState(() => refOf(beside));
  // A part of the page that scrolls by itself may hide the element.
  useLayoutEffect(() => {
    if (isOpen) anchor.current?.scrollIntoView({ block: 'nearest' });
  }, [anchor, isOpen]);
  return (
    <Popover
      triggerRef={anchor}
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      placement="left top"
      offset={14}
      className={styles.anchored ?? ''}
    >
      <AriaDialog className={styles.dialog ?? ''}>
        <DialogParts {...parts} hasClose close={onClose} />
      </AriaDialog>
    </Popover>
  );
}

/** A ref that finds its element when it is read, because the dialog may be drawn in the same pass as the element. */
function refOf(id: string): { readonly current: HTMLElement | null } {
  return {
    get current() {
      return document.getElementById(id);
    },
  };
}
