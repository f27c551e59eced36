import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { useCountedDialog } from '../base/open-dialogs.ts';
import styles from './palette.module.css';

/**
 * `onAction` opens something, and its caller closes the palette. With `reason`, which `content`
 * shows, an item can be chosen and read, but does nothing.
 */
export type PaletteItem = {
  readonly id: string;
  readonly content: ReactNode;
  readonly reason?: string | undefined;
  readonly onAction: () => void;
};
/** `note` stands after the title: `3 de 8`. */
export type PaletteGroup = {
  readonly id: string;
  readonly title: string;
  readonly note?: string | undefined;
  readonly items: readonly PaletteItem[];
};

/** Props of `Palette`. `foot` is drawn below the list. */
export type PaletteProps = {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly PaletteGroup[];
  /** `groups` still answer the text before the last change. Enter waits for the new ones. */
  isSeeking: boolean;
  /** The sentence that is shown when nothing was found. */
  empty: string;
  foot: ReactNode;
};

/**
 * A search field above what it finds, in groups. The focus stays in the field: arrows choose, Enter
 * opens what is chosen, Escape closes. On phones the palette is a full sheet.
 */
export function Palette({ isOpen, ...panel }: PaletteProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) panel.onClose();
      }}
      isDismissable
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label={panel.label} className={styles.dialog ?? ''}>
          <Panel {...panel} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Panel(props: Omit<PaletteProps, 'isOpen'>) {
  const { onClose, label, placeholder, text, onText, groups, isSeeking, empty, foot } = props;
  useCountedDialog(true);
  const id = useId();
  const isAsked = useRef(false);
  const isLeft = useRef(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const items = groups.flatMap((group) => group.items);
  const chosen = items.find((item) => item.id === wanted) ?? items[0];
  const optionId = (item: PaletteItem) => `${id}-${item.id}`;

  /**
   * Opens an item, once. The next screen is drawn a moment later, and a second press until then
   * would open a second one.
   */
  function leaveBy(item: PaletteItem | undefined) {
    if (item === undefined || item.reason !== undefined || isSeeking || isLeft.current) return;
    isLeft.current = true;
    item.onAction();
  }
  useEffect(() => {
    if (!isAsked.current || isSeeking) return;
    isAsked.current = false;
    leaveBy(chosen);
  });
  function move(by: 1 | -1) {
    if (chosen === undefined) return;
    const next = items[(items.indexOf(chosen) + by + items.length) % items.length];
    if (next === undefined) return;
    setWanted(next.id);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') {
      isAsked.current = isSeeking;
      leaveBy(chosen);
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <div className={styles.field}>
        <Search size={20} strokeWidth={1.75} aria-hidden />
        <input
          // A key or a button has opened the palette, and the person goes on in its field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          className={styles.input}
          value={text}
          onChange={(event) => {
            isAsked.current = false;
            setWanted(null);
            onText(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} onClick={onClose} aria-label="Esc: fechar">
          Esc
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
        {groups.map((group) => (
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}-title`}>
            <div id={`${id}-${group.id}-title`} className={styles.title}>
              <span>{group.title}</span>{' '}
              {group.note === undefined ? null : <span className={styles.note}>{group.note}</span>}
            </div>
            {group.items.map((item) => (
              <div
                key={item.id}
                id={optionId(item)}
                role="option"
                tabIndex={-1}
                aria-selected={item === chosen}
                aria-disabled={item.reason === undefined ? undefined : true}
                className={classNames(styles.option, item === chosen && styles.chosen)}
                onPointerMove={() => setWanted(item.id)}
                onClick={() => leaveBy(item)}
                onKeyDown={onKeyDown}
              >
                <span>{item.content}</span>
                {item === chosen && item.reason === undefined ? (
                  <kbd className={styles.key} aria-hidden>
                    Enter
                  </kbd>
                ) : null}
              </div>
            ))}
          </div>
        ))}
      </div>
      {items.length === 0 ? (
        <p role="status" className={styles.empty}>
          {empty}
        </p>
      ) : null}
      <div className={styles.foot}>{foot}</div>
    </>
  );
}
