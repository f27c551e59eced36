// The parts of a row that table, cards and grids share.

import { Hint } from '#ui/actions/tips.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Stamp } from '#ui/document-look/stamp.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { Trash2, TriangleAlert } from 'lucide-react';
import { MANAGE } from '../../text/manage/manage.ts';
import styles from './manage-list.module.css';
import { type ManagedRow, type RowActs, type RowGroup, UNLOCKED } from './managed-row.ts';
import { tickOf } from './search-rows.ts';
import { selectId } from './selection-bar.tsx';
import type { RowAsking } from './use-row-asking.tsx';
import type { Selection } from './use-selection.ts';

type RowProps<Row> = { row: Row; acts: RowActs<Row>; asking: RowAsking<Row> };

export function TickRow<Row extends ManagedRow>({ row, selection }: { row: Row; selection: Selection<Row> }) {
  return (
    <Checkbox
      id={selectId(row.key)}
      aria-label={`Selecionar ${row.name}`}
      isSelected={selection.has(row.key)}
      onChange={() => selection.toggle(row.key)}
    />
  );
}

export function TickGroup<Row extends ManagedRow>(props: { group: RowGroup<Row>; selection: Selection<Row> }) {
  const { group, selection } = props;
  const rows = group.rows.filter(selection.goesAlong);
  const tick = tickOf({ ...group, rows }, selection.has);
  return (
    <Checkbox
      aria-label={`Selecionar todos de ${group.label}`}
      isSelected={tick === 'all'}
      isIndeterminate={tick === 'some'}
      isDisabled={rows.length === 0}
      onChange={() => selection.toggleMany(group.rows)}
    />
  );
}

/**
 * The switch of a row's status; without the permission only its word. A lock says why it can't be
 * turned.
 */
export function StatusSwitch<Row extends ManagedRow>({ row, acts, asking }: RowProps<Row>) {
  const word = row.isActive ? MANAGE.active : MANAGE.inactive;
  const lock = (acts.locksOf?.(row) ?? UNLOCKED)[row.isActive ? 'off' : 'on'];
  if (acts.toggle === undefined) return <span className={row.isActive ? undefined : styles.off}>{word}</span>;
  if (lock !== null) return <Hint text={lock}>{word}</Hint>;
  return (
    <Switch
      aria-label={`${row.name}: ${word}`}
      isSelected={row.isActive}
      isPencil={row.pencil.status}
      onChange={(isActive) => asking.toggle([row], isActive)}
    >
      {word}
    </Switch>
  );
}

/**
 * The state of the commands that wait on a row. If one needs its author, it is a link to
 * Pendências.
 */
export function RowMarkStamp({ row }: { row: ManagedRow }) {
  const { mark } = row;
  if (mark === null) return null;
  if (mark.tone === 'pencil') return <Stamp tone="local" label={mark.text} size="sentence" />;
  return (
    <Link href="/admin/outbox" tone="action" className={styles.needsAuthor}>
      <TriangleAlert size={16} strokeWidth={2} aria-hidden />
      {mark.text}
    </Link>
  );
}

/**
 * The link `Editar` and the button that deletes. The button is missing where the person can't
 * delete the row.
 */
export function RowTools<Row extends ManagedRow>({ row, acts, asking }: RowProps<Row>) {
  const { editHref, remove } = acts;
  const lock = (acts.locksOf?.(row) ?? UNLOCKED).remove;
  return (
    <span className={styles.tools}>
      {editHref === undefined ? null : (
        <Link href={editHref(row)} tone="action" aria-label={`${MANAGE.edit} ${row.name}`}>
          {MANAGE.edit}
        </Link>
      )}
      {remove === undefined || lock !== null ? null : (
        <IconButton
          icon={Trash2}
          size="sm"
          label={`${MANAGE.remove} ${row.name}`}
          onPress={() => asking.remove([row])}
        />
      )}
    </span>
  );
}
