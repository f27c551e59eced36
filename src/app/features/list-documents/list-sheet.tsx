import { savedSearches } from '#mirror/keep/saved-searches.ts';
import type { DocumentOrder } from '#mirror/questions/list-documents.ts';
import type { IconType } from '#ui/base/icon.ts';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Bookmark, CalendarArrowDown, ChevronRight, ListChecks, Printer, SlidersHorizontal } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { CALENDAR, LIST, LIST_PAPER, savedText, SELECTION } from '../../text/lists/list.ts';
import styles from './list-sheet.module.css';

const ORDERS = ['due', 'due_desc', 'desc', 'asc'] as const;

/**
 * The sheet with everything of a phone's list that its row of tools leaves out. Each entry shows
 * its present value. `filters`: the filters in force, in words.
 */
export function ListSheet(props: {
  order: DocumentOrder;
  filters: readonly string[];
  onOrder: (order: DocumentOrder) => void;
  onFilters: () => void;
  onSaved: () => void;
  onCalendar: () => void;
  onPrint: () => void;
  onSelect: () => void;
  onClose: () => void;
}) {
  const { order, filters, onOrder, onFilters, onSaved, onCalendar, onPrint, onSelect, onClose } = props;
  const { mirror } = useProfile();
  const saved = useLiveQuery(() => savedSearches(mirror), [mirror]) ?? [];
  return (
    <Dialog isOpen onClose={onClose} title={LIST.view} size="sm">
      <div className={styles.sheet}>
        <RadioGroup
          label={LIST.orderOfSheet}
          appearance="segments"
          value={order}
          options={ORDERS.map((one) => ({ value: one, text: LIST.orderShort[one] }))}
          onChange={(chosen) => {
            const next = ORDERS.find((one) => one === chosen);
            if (next !== undefined) onOrder(next);
          }}
        />
        <ul className={styles.rows}>
          <SheetRow
            icon={SlidersHorizontal}
            text={LIST.filters}
            detail={filters.length === 0 ? LIST.noFilter : filters.join(' · ')}
            onPress={onFilters}
          />
          <SheetRow
            icon={Bookmark}
            text={LIST.saved}
            detail={savedText(saved.map(({ name }) => name))}
            onPress={onSaved}
          />
          <SheetRow icon={CalendarArrowDown} text={CALENDAR.open} detail={LIST.agendaDetail} onPress={onCalendar} />
          <SheetRow icon={Printer} text={LIST_PAPER.print} detail={LIST_PAPER.detail} onPress={onPrint} />
          <SheetRow icon={ListChecks} text={SELECTION.select} detail={LIST.selectDetail} onPress={onSelect} />
        </ul>
      </div>
    </Dialog>
  );
}

type RowProps = { icon: IconType; text: string; detail: string; onPress: () => void };

function SheetRow({ icon: Icon, text, detail, onPress }: RowProps) {
  return (
    <li>
      <button type="button" className={styles.row} onClick={onPress}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
        <span className={styles.words}>
          <b>{text}</b>
          <span className={styles.detail}>{detail}</span>
        </span>
        <ChevronRight size={20} strokeWidth={1.75} aria-hidden />
      </button>
    </li>
  );
}
