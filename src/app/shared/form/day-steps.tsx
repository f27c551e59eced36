import type { CalendarDay } from '#domain/dates.ts';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { EXTEND_STEPS, stepOf } from '../../text/document/acts.ts';

/** Buttons for days counted from `from`, such as `+15 dias` with `ter., 08/12`. */
export function DaySteps(props: {
  label: string;
  from: CalendarDay;
  value: CalendarDay | null;
  onChange: (day: CalendarDay | null) => void;
}) {
  const { label, from, value, onChange } = props;
  const steps = EXTEND_STEPS.map((days) => stepOf(from, days));
  return (
    <RadioGroup
      label={label}
      isLabelHidden
      appearance="tiles"
      orientation="horizontal"
      value={steps.find((step) => step.day === value)?.text ?? null}
      onChange={(text) => onChange(steps.find((step) => step.text === text)?.day ?? null)}
      options={steps.map(({ text, detail }) => ({ value: text, text, detail }))}
    />
  );
}
