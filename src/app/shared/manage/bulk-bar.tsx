import { Button } from '#ui/actions/button.tsx';
import { CircleCheck, CircleSlash, Trash2 } from 'lucide-react';
import { MANAGE, selectAllText } from '../../text/manage.ts';
import styles from './manage-list.module.css';
import { type ManagedRow, type RowActs, UNLOCKED } from './managed-row.ts';
import { lockOn } from './search-rows.ts';
import { OutlinedActs, SelectionBar } from './selection-bar.tsx';
import type { RowAsking } from './use-row-asking.tsx';
import type { Selection } from './use-selection.ts';

/** The bar with what can be done with all ticked rows at once. */
export function BulkBar<Row extends ManagedRow>(props: {
  selection: Selection<Row>;
  acts: RowActs<Row>;
  asking: RowAsking<Row>;
}) {
  const { selection, acts, asking } = props;
  const { selected } = selection;
  const { locksOf = () => UNLOCKED } = acts;
  const on = lockOn(selected, { act: 'on', locksOf });
  const off = lockOn(selected, { act: 'off', locksOf });
  const remove = lockOn(selected, { act: 'remove', locksOf });
  const reasons = [...new Set([acts.toggle ? on : null, acts.toggle ? off : null, acts.remove ? remove : null])].filter(
    (one) => one !== null,
  );
  return (
    <SelectionBar selection={selection} allText={selectAllText(selection.allCount)}>
      <OutlinedActs>
        {acts.toggle ? (
          <>
            <Button icon={CircleCheck} isDisabled={on !== null} onPress={() => asking.toggle(selected, true)}>
              {MANAGE.onAll}
            </Button>
            <Button icon={CircleSlash} isDisabled={off !== null} onPress={() => asking.toggle(selected, false)}>
              {MANAGE.offAll}
            </Button>
          </>
        ) : null}
        {acts.remove ? (
          <span className={styles.removeAll}>
            <Button icon={Trash2} isDisabled={remove !== null} onPress={() => asking.remove(selected)}>
              {MANAGE.removeAll}
            </Button>
          </span>
        ) : null}
      </OutlinedActs>
      {reasons.map((reason) => (
        <span key={reason} className={styles.reason}>
          {reason}
        </span>
      ))}
    </SelectionBar>
  );
}
