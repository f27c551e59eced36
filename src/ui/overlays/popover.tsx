import type { ReactElement, ReactNode, RefObject } from 'react';
import { Dialog, DialogTrigger, Popover as AriaPopover, type PopoverProps as AriaProps } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import listStyles from './list.module.css';
import styles from './popover.module.css';

type Look = {
  label: string;
  /** `pencil` draws a dashed line, for what concerns this device only. */
  tone?: 'raised' | 'pencil' | undefined;
  placement?: AriaProps['placement'] | undefined;
  width?: 'sm' | 'md' | 'lg' | undefined;
  children: ReactNode | ((popover: { close: () => void }) => ReactNode);
};

export type PopoverProps = Look & {
  trigger: ReactElement;
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
};

/** A small dialog next to its button. */
export function Popover({ trigger, isOpen, onOpenChange, ...look }: PopoverProps) {
  return (
    <DialogTrigger {...defined({ isOpen, onOpenChange })}>
      {trigger}
      <Surface {...look} />
    </DialogTrigger>
  );
}

export type AnchoredPopoverProps = Look & {
  triggerRef: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/**
 * A popover that is separate from its button, so that its code can load when it is first opened.
 * The button sets `aria-expanded` itself.
 */
export function AnchoredPopover({ triggerRef, isOpen, onOpenChange, ...look }: AnchoredPopoverProps) {
  return <Surface {...look} anchor={{ triggerRef, isOpen, onOpenChange }} />;
}

function Surface(props: Look & { anchor?: Pick<AnchoredPopoverProps, 'triggerRef' | 'isOpen' | 'onOpenChange'> }) {
  const { label, tone = 'raised', placement, width = 'md', anchor, children } = props;
  return (
    <AriaPopover
      {...defined({ placement })}
      {...anchor}
      offset={8}
      className={classNames(listStyles.popover, styles.popover, styles[tone], styles[width])}
    >
      <Dialog aria-label={label} className={styles.dialog ?? ''}>
        {({ close }) => (
          <>
            {typeof children === 'function'
              ? children({ close: anchor === undefined ? close : () => anchor.onOpenChange(false) })
              : children}
          </>
        )}
      </Dialog>
    </AriaPopover>
  );
}
