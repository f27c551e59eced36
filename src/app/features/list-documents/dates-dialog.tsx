import { EARLIEST_FILTER_DAY } from '#domain/dates.ts';
import { Button } from '#ui/actions/button.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { LIST } from '../../text/list.ts';
import type { ListSearch } from './list-search.ts';
import styles from './list-screen.module.css';

/** The dialog for the days between which a document was created (rule F6): each is optional, none is before 2024. */
export function DatesDialog(props: { search: ListSearch; onApply: (search: ListSearch) => void; onClose: () => void }) {
  const { search, onApply, onClose } = props;
  const { today } = useProfile();
  const [from, setFrom] = useState<string | null>(search.from ?? null);
  const [to, setTo] = useState<string | null>(search.to ?? null);
  const isWrong = from !== null && to !== null && from > to;

  function apply(days: { from: string | null; to: string | null }) {
    const { from: _from, to: _to, ...rest } = search;
    onApply({
      ...rest,
      ...(days.from === null ? {} : { from: days.from }),
      ...(days.to === null ? {} : { to: days.to }),
    });
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={LIST.dates}
      icon={CalendarDays}
      size="sm"
      footer={
        <>
          <Button onPress={() => apply({ from: null, to: null })}>{LIST.clear}</Button>
          <Button variant="primary" isDisabled={isWrong} onPress={() => apply({ from, to })}>
            {LIST.apply}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <DateField
          label={LIST.from}
          value={from}
          onChange={setFrom}
          minValue={EARLIEST_FILTER_DAY}
          today={today}
          isOptional
          isClearable
        />
        <DateField
          label={LIST.to}
          value={to}
          onChange={setTo}
          minValue={EARLIEST_FILTER_DAY}
          today={today}
          isOptional
          isClearable
          error={isWrong ? LIST.datesWrong : null}
        />
      </div>
    </Dialog>
  );
}
