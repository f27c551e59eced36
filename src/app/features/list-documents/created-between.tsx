import { EARLIEST_FILTER_DAY } from '#domain/dates.ts';
import { DateField } from '#ui/fields/date-field.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { LIST } from '../../text/list.ts';

export type Between = { readonly from: string | null; readonly to: string | null };

export const isWrongWayRound = ({ from, to }: Between) => from !== null && to !== null && from > to;

/** The days between which a document was created (rule F6): each is optional, none is before 2024. */
export function CreatedBetween(props: {
  days: Between;
  onChange: (days: Between) => void;
  labels: { from: string; to: string };
}) {
  const { days, onChange, labels } = props;
  const { today } = useProfile();
  const shared = { minValue: EARLIEST_FILTER_DAY, today, isOptional: true, isClearable: true } as const;
  return (
    <>
      <DateField {...shared} label={labels.from} value={days.from} onChange={(from) => onChange({ ...days, from })} />
      <DateField
        {...shared}
        label={labels.to}
        value={days.to}
        onChange={(to) => onChange({ ...days, to })}
        error={isWrongWayRound(days) ? LIST.datesWrong : null}
      />
    </>
  );
}
