import { Check } from 'lucide-react';
import type { ReactElement, RefObject } from 'react';
import {
  Keyboard,
  Menu as AriaMenu,
  MenuItem,
  Popover,
  type PopoverProps,
  Text,
  type Selection,
} from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';
import listStyles from './list.module.css';
import styles from './menu.module.css';

/**
 * One entry of a menu. With `reason`, which replaces `detail`, it can be focused and read, but does
 * nothing.
 */
export type MenuEntry = {
  id: string;
  text: string;
  icon?: IconType | undefined;
  tone?: 'plain' | 'danger' | undefined;
  href?: string | undefined;
  reason?: string | undefined;
  /** What the entry does, drawn under its text. */
  detail?: string | undefined;
  /** The present value, drawn quietly at the right: a date, a count or a keyboard shortcut. */
  value?: string | undefined;
  /**
   * Like `value`, on devices with a mouse only: a keyboard shortcut, or the ending of a file's
   * name.
   */
  deskValue?: string | undefined;
  /** Draws a line between this entry and those before it. */
  isApart?: boolean | undefined;
  onAction?: (() => void) | undefined;
};

/** Where the focus goes when the list opens: an end of it, or the list as a whole. */
export type MenuFocus = 'first' | 'last' | 'list';

/**
 * Props of `Menu`; `trigger` is a Button or IconButton. With `selectedId` the entries are options,
 * and that one is selected.
 */
export type MenuProps = {
  trigger: ReactElement;
  label: string;
  items: MenuEntry[];
  onAction?: ((id: string) => void) | undefined;
  selectedId?: string | undefined;
  placement?: PopoverProps['placement'] | undefined;
};

export type MenuWindowProps = Omit<MenuProps, 'trigger'> & {
  /** Ids of the button, whose words name the list, and of the list. */
  ids: { button: string; list: string };
  triggerRef: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  focus: MenuFocus;
};

/** What `Menu` draws when it is opened. */
export function MenuWindow(props: MenuWindowProps) {
  const { label, items, onAction, selectedId, placement = 'bottom end' } = props;
  const { ids, triggerRef, isOpen, onOpenChange, focus } = props;
  const choice =
    selectedId === undefined
      ? {}
      : {
          selectionMode: 'single' as const,
          disallowEmptySelection: true,
          selectedKeys: [selectedId],
          onSelectionChange: (keys: Selection) => {
            const [id] = keys;
            if (id !== undefined) onAction?.(String(id));
          },
        };
  return (
    <Popover
      // The library draws the popover as a dialog around the list, and a screen reader needs a name
      // for a dialog.
      aria-label={label}
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement={placement}
      offset={6}
      className={classNames(listStyles.popover, styles.popover)}
    >
      <AriaMenu
        id={ids.list}
        aria-label={label}
        aria-labelledby={ids.button}
        items={items}
        dependencies={[selectedId]}
        autoFocus={focus === 'list' ? true : focus}
        onClose={() => onOpenChange(false)}
        className={listStyles.list ?? ''}
        {...choice}
      >
        {(item) => <Entry item={item} onAction={selectedId === undefined ? onAction : undefined} />}
      </AriaMenu>
    </Popover>
  );
}

function Entry({ item, onAction }: { item: MenuEntry; onAction: MenuProps['onAction'] }) {
  const { id, text, icon: Icon, tone = 'plain', href, reason, value, deskValue, isApart = false } = item;
  const detail = reason ?? item.detail;
  const act = () => {
    item.onAction?.();
    onAction?.(id);
  };
  return (
    <MenuItem
      id={id}
      textValue={text}
      {...(reason ? { shouldCloseOnSelect: false } : { onAction: act, ...defined({ href }) })}
      className={classNames(
        listStyles.option,
        styles.entry,
        styles[tone],
        reason && styles.refused,
        isApart && styles.apart,
      )}
    >
      {({ isSelected }) => (
        <>
          {Icon ? <Icon size={20} strokeWidth={1.75} aria-hidden /> : null}
          <span className={listStyles.words}>
            <Text slot="label">{text}</Text>
            {detail ? (
              <Text slot="description" className={listStyles.detail ?? ''}>
                {detail}
              </Text>
            ) : null}
          </span>
          {value === undefined ? null : <Keyboard className={styles.value ?? ''}>{value}</Keyboard>}
          {deskValue === undefined ? null : (
            <Keyboard className={classNames(styles.value, styles.desk)}>{deskValue}</Keyboard>
          )}
          {isSelected ? <Check size={20} strokeWidth={2} aria-hidden className={listStyles.check} /> : null}
        </>
      )}
    </MenuItem>
  );
}
