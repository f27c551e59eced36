import { type ReactNode, useEffect, useRef } from 'react';
import { Button, Separator, ToggleButton, Toolbar as AriaToolbar } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';
import styles from './toolbar.module.css';

/**
 * A row of tools. Tab stops at it once, the arrow keys move inside it. `onEscape` should give the
 * focus back to the text that the tools act on.
 */
export function Toolbar(props: { label: string; id?: string; onEscape?: () => void; children: ReactNode }) {
  const { label, id, onEscape, children } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = row.current;
    if (!element || !onEscape) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    element.addEventListener('keydown', leave);
    return () => element.removeEventListener('keydown', leave);
  }, [onEscape]);
  return (
    <AriaToolbar ref={row} aria-label={label} {...defined({ id })} className={styles.toolbar ?? ''}>
      {children}
    </AriaToolbar>
  );
}

type ToolProps = {
  label: string;
  icon?: IconType | undefined;
  iconEnd?: IconType | undefined;
  isDisabled?: boolean | undefined;
  shortcut?: string | undefined;
  onPress?: (() => void) | undefined;
  /** Visible words. Without them only the icon is visible, and the label is its tooltip. */
  children?: ReactNode;
};

/**
 * A tool that acts or opens a Menu or Popover. Pressing it with the mouse leaves the focus in the
 * text.
 */
export function Tool(props: ToolProps) {
  const { label, isDisabled, onPress, children } = props;
  return (
    <Button
      {...defined({ isDisabled, onPress })}
      {...(children ? {} : { 'data-tip': tipOf(props) })}
      aria-label={label}
      preventFocusOnPress
      className={classNames(styles.tool, children ? styles.worded : '')}
    >
      <ToolFace {...props} />
    </Button>
  );
}

/** A tool that is on or off. */
export function ToolToggle(props: ToolProps & { isSelected: boolean }) {
  const { label, isDisabled, onPress, isSelected, children } = props;
  return (
    <ToggleButton
      {...defined({ isDisabled })}
      isSelected={isSelected}
      onChange={() => onPress?.()}
      {...(children ? {} : { 'data-tip': tipOf(props) })}
      aria-label={label}
      preventFocusOnPress
      className={classNames(styles.tool, children ? styles.worded : '')}
    >
      <ToolFace {...props} />
    </ToggleButton>
  );
}

/** A line between groups of tools. */
export function ToolSeparator() {
  return <Separator orientation="vertical" className={styles.separator ?? ''} />;
}

function ToolFace({ icon: Icon, iconEnd: IconEnd, children }: ToolProps) {
  return (
    <>
      {Icon ? <Icon size={18} strokeWidth={2} aria-hidden /> : null}
      {children}
      {IconEnd ? <IconEnd size={16} strokeWidth={1.75} aria-hidden /> : null}
    </>
  );
}

function tipOf({ label, shortcut }: ToolProps): string {
  return shortcut ? `${label} (${shortcut})` : label;
}
