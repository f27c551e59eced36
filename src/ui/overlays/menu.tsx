import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Popover,
  Text,
  type PopoverProps,
  type Selection,
} from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';
import listStyles from './list.module.css';
import styles from './menu.module.css';

/** One entry. An entry with `reason` can be focused and read, but does nothing. */
export type MenuEntry = {
  id: string;
  text: string;
  icon?: IconType | undefined;
  tone?: 'plain' | 'danger' | undefined;
  href?: string | undefined;
  reason?: string | undefined;
  onAction?: (() => void) | undefined;
};

/** Props of `Menu`; `trigger` is a Button or IconButton. With `selectedId` the entries are one choice. */
export type MenuProps = {
  trigger: ReactElement;
  label: string;
  items: MenuEntry[];
  onAction?: ((id: string) => void) | undefined;
  selectedId?: string | undefined;
  placement?: PopoverProps['placement'] | undefined;
};

/** A menu of actions behind a button. */
export function Menu({ trigger, label, items, onAction, selectedId, placement = 'bottom end' }: MenuProps) {
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
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} offset={6} className={classNames(listStyles.popover, styles.popover)}>
        <AriaMenu
          aria-label={label}
          items={items}
          dependencies={[selectedId]}
          className={listStyles.list ?? ''}
          {...choice}
        >
          {(item) => <Entry item={item} onAction={selectedId === undefined ? onAction : undefined} />}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Entry({ item, onAction }: { item: MenuEntry; onAction: MenuProps['onAction'] }) {
  const { id, text, icon: Icon, tone = 'plain', href, reason } = item;
  const act = () => {
    item.onAction?.();
    onAction?.(id);
  };
  return (
    <MenuItem
      id={id}
      textValue={text}
      {...(reason ? { shouldCloseOnSelect: false } : { onAction: act, ...defined({ href }) })}
      className={classNames(listStyles.option, styles.entry, styles[tone], reason && styles.refused)}
    >
      {({ isSelected }) => (
        <>
          {Icon ? <Icon size={20} strokeWidth={1.75} aria-hidden /> : null}
          <span className={listStyles.words}>
            <Text slot="label">{text}</Text>
            {reason ? (
              <Text slot="description" className={listStyles.detail ?? ''}>
                {reason}
              </Text>
            ) : null}
          </span>
          {isSelected ? <Check size={20} strokeWidth={2} aria-hidden className={listStyles.check} /> : null}
        </>
      )}
    </MenuItem>
  );
}
