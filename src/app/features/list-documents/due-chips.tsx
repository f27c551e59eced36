import { DUE_SPANS, type DueSpan } from '#domain/deadlines.ts';
import type { DueCounts } from '#mirror/questions/due-order.ts';
import { ToggleChip } from '#ui/document-look/chip.tsx';
import { useShownFirst } from '#ui/base/after-paint.ts';
import { DEADLINES, SPAN_NAME } from '../../text/lists/list.ts';
import styles from './list-toolbar.module.css';
import { inOrder, isByDeadline, isByDue } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';

/**
 * The chips of deadlines. A span holds the shorter ones, so choosing one releases the others;
 * `Atrasados` adds itself. The first choice puts the list in the order of deadlines, which the
 * person may change afterwards. A pressed chip is shown as chosen before the list is asked.
 */
export function DueChips(props: {
  search: ListSearch;
  counts: DueCounts | undefined;
  onChange: (search: ListSearch) => void;
}) {
  const { counts } = props;
  const [search, onChange] = useShownFirst(props.search, props.onChange);
  const choose = (next: ListSearch) => {
    const isFirst = !isByDue(search) && isByDue(next) && !isByDeadline(search);
    onChange(isFirst ? inOrder(next, 'due') : next);
  };
  const setSpan = (span: DueSpan, isOn: boolean) => {
    const { due: _due, ...rest } = search;
    choose(isOn ? { ...rest, due: span } : rest);
  };
  const setOverdue = (isOn: boolean) => {
    const { overdue: _overdue, ...rest } = search;
    choose(isOn ? { ...rest, overdue: true } : rest);
  };
  return (
    <div role="group" aria-labelledby="prazo" className={styles.chips}>
      <span id="prazo" className={styles.label}>
        {DEADLINES.label}
      </span>
      <ToggleChip isSelected={search.overdue === true} onChange={setOverdue} count={counts?.overdue} isUrgent>
        {DEADLINES.overdue}
      </ToggleChip>
      {DUE_SPANS.map((span) => (
        <ToggleChip
          key={span}
          isSelected={search.due === span}
          onChange={(isOn) => setSpan(span, isOn)}
          count={countWithin(span, counts)}
        >
          {SPAN_NAME[span]}
        </ToggleChip>
      ))}
    </div>
  );
}

function countWithin(span: DueSpan, counts: DueCounts | undefined): number | undefined {
  if (counts === undefined) return undefined;
  return DUE_SPANS.slice(0, DUE_SPANS.indexOf(span) + 1).reduce((sum, one) => sum + counts[one], 0);
}
