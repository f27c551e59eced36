import { EARLIEST_FILTER_DAY } from '#domain/dates.ts';
import { DateField } from '#ui/fields/date-field.tsx';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { LIST } from '../../text/lists/list.ts';

type DateRange = { readonly from: string | null; readonly to: string | null };
type Problems = { readonly from: string | null; readonly to: string | null };

const NO_PROBLEMS: Problems = { from: null, to: null };
const isWrongWayRound = ({ from, to }: DateRange) => from !== null && to !== null && from > to;

/**
 * The days of a form, which begin with those of the address. `isWrong`: a field holds a text that
 * is no allowed day, or the first day is after the last, so filtering would not do what is on the
 * screen.
 */
export function useCreatedBetween(search: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  const [days, setDays] = useState<DateRange>({ from: search.from ?? null, to: search.to ?? null });
  const [problems, setProblems] = useState(NO_PROBLEMS);
  return {
    days,
    isWrong: problems.from !== null || problems.to !== null || isWrongWayRound(days),
    change: (part: Partial<DateRange>) => setDays((before) => ({ ...before, ...part })),
    tell: (part: Partial<Problems>) => setProblems((before) => ({ ...before, ...part })),
  };
}

/**
 * The days between which a document was created (rule F6): each is optional, none is before 2024.
 */
export function CreatedBetween(props: {
  between: ReturnType<typeof useCreatedBetween>;
  labels: { from: string; to: string };
}) {
  const { between, labels } = props;
  const { days, change, tell } = between;
  const { today } = useProfile();
  const shared = { minValue: EARLIEST_FILTER_DAY, today, isOptional: true, isClearable: true } as const;
  return (
    <>
      <DateField
        {...shared}
        label={labels.from}
        value={days.from}
        onChange={(from) => change({ from })}
        onProblem={(from) => tell({ from })}
      />
      <DateField
        {...shared}
        label={labels.to}
        value={days.to}
        onChange={(to) => change({ to })}
        onProblem={(to) => tell({ to })}
        error={isWrongWayRound(days) ? LIST.datesWrong : null}
      />
    </>
  );
}
