import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, useDragAndDrop } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import styles from './ordered-strip.module.css';

/** One item of a strip; `label` is what screen readers hear. */
type StripItem = { readonly id: string; readonly label: string; readonly content: ReactNode };

/**
 * Items side by side in an order that matters. One item is chosen. Each can be dragged, by pointer
 * and by keyboard. The caller adds buttons that move the chosen item (WCAG 2.5.7).
 */
export function OrderedStrip(props: {
  label: string;
  items: readonly StripItem[];
  chosenId: string | null;
  onChoose: (id: string) => void;
  /** All ids in their new order. */
  onOrder: (ids: readonly string[]) => void;
}) {
  const { label, items, chosenId, onChoose, onOrder } = props;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder({ keys, target }) {
      const ids = items.map((item) => item.id);
      onOrder(
        reordered(ids, {
          moved: [...keys].map(String),
          to: String(target.key),
          isAfter: target.dropPosition === 'after',
        }),
      );
    },
  });
  return (
    <ListBox
      aria-label={label}
      items={items}
      orientation="horizontal"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={chosenId === null ? [] : [chosenId]}
      onSelectionChange={(keys) => {
        const [id] = keys;
        if (id !== undefined) onChoose(String(id));
      }}
      dragAndDropHooks={dragAndDropHooks}
      className={styles.strip ?? ''}
    >
      {(item) => (
        <ListBoxItem
          id={item.id}
          textValue={item.label}
          className={({ isDragging, isDropTarget }) =>
            classNames(styles.item, isDragging && styles.dragged, isDropTarget && styles.target)
          }
        >
          {item.content}
        </ListBoxItem>
      )}
    </ListBox>
  );
}

/**
 * The ids after some of them were dropped before or after another one. A drop beside one of the
 * moved ids changes nothing: React Aria offers the places beside the dragged item itself.
 */
export function reordered(
  ids: readonly string[],
  { moved, to, isAfter }: { moved: readonly string[]; to: string; isAfter: boolean },
): readonly string[] {
  if (moved.includes(to)) return ids;
  const others = ids.filter((id) => !moved.includes(id));
  const at = others.indexOf(to) + (isAfter ? 1 : 0);
  return [...others.slice(0, at), ...moved, ...others.slice(at)];
}
