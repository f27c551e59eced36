import type { ReactElement, ReactNode } from 'react';
import { Dialog, DialogTrigger, Popover as AriaPopover, type PopoverProps as AriaProps } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { defined } from './defined.ts';
import listStyles from './list.module.css';
import styles from './popover.module.css';

/** Props of `Popover`. `pencil` draws it dashed, for what concerns this device only. */
export type PopoverProps = {
  trigger: ReactElement;
  label: string;
  tone?: 'raised' | 'pencil' | undefined;
  placement?: AriaProps['placement'] | undefined;
  width?: 'sm' | 'md' | 'lg' | undefined;
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  children: ReactNode | ((popover: { close: () => void }) => ReactNode);
};

/** A small dialog beside its button. */
export function Popover(props: PopoverProps) {
  const { trigger, label, tone = 'raised', placement, width = 'md', isOpen, onOpenChange, children } = props;
  return (
    <DialogTrigger {...defined({ isOpen, onOpenChange })}>
      {trigger}
      <AriaPopover
        {...defined({ placement })}
        offset={8}
        className={classNames(listStyles.popover, styles.popover, styles[tone], styles[width])}
      >
        <Dialog aria-label={label} className={styles.dialog ?? ''}>
          {({ close }) => <>{typeof children === 'function' ? children({ close }) : children}</>}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
