import { useId, useState } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { type FieldProps, fieldClass } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import styles from './range-slider.module.css';

/** Props of `RangeSlider`; both ends included. `summary` says the range in words. */
export type RangeSliderProps = Pick<FieldProps, 'label' | 'description' | 'isOptional' | 'isDisabled'> & {
  value: [number, number];
  onChange: (value: [number, number]) => void;
  minValue: number;
  maxValue: number;
  startLabel: string;
  endLabel: string;
  summary: (value: [number, number]) => string;
};

/**
 * A range whose two ends can be dragged, moved with the arrow keys or typed, so that dragging is never needed. The ends
 * never cross.
 */
export function RangeSlider(props: RangeSliderProps) {
  const { label, description, isOptional, isDisabled = false, value, onChange, minValue, maxValue, summary } = props;
  const { startLabel, endLabel } = props;
  const [start, end] = value;
  return (
    <Slider
      value={value}
      onChange={(next) => {
        const [low = start, high = end] = next as number[];
        onChange([low, high]);
      }}
      minValue={minValue}
      maxValue={maxValue}
      isDisabled={isDisabled}
      className={fieldClass('md')}
    >
      <Label className={fieldStyles.label ?? ''}>
        {label}
        {isOptional ? <span className={fieldStyles.optional}> (opcional)</span> : null}
      </Label>
      <SliderTrack className={styles.track ?? ''}>
        <span
          className={styles.range}
          style={{
            insetInlineStart: `${((start - minValue) / (maxValue - minValue)) * 100}%`,
            insetInlineEnd: `${((maxValue - end) / (maxValue - minValue)) * 100}%`,
          }}
        />
        <SliderThumb index={0} aria-label={startLabel} className={styles.thumb ?? ''} />
        <SliderThumb index={1} aria-label={endLabel} className={styles.thumb ?? ''} />
      </SliderTrack>
      <div className={styles.numbers}>
        <NumberBox
          label={startLabel}
          value={start}
          limits={[minValue, end]}
          isDisabled={isDisabled}
          onCommit={(low) => onChange([low, end])}
        />
        <NumberBox
          label={endLabel}
          value={end}
          limits={[start, maxValue]}
          isDisabled={isDisabled}
          onCommit={(high) => onChange([start, high])}
        />
        <output className={styles.summary}>{summary(value)}</output>
      </div>
      {description ? <span className={fieldStyles.description}>{description}</span> : null}
    </Slider>
  );
}

/**
 * One end as a number. The value is applied on leaving the field or on Enter, so that "12" can be typed although "1" is out
 * of range.
 */
function NumberBox(props: {
  label: string;
  value: number;
  limits: [number, number];
  isDisabled: boolean;
  onCommit: (value: number) => void;
}) {
  const { label, value, limits, isDisabled, onCommit } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const id = useId();
  const [least, most] = limits;

  function commit() {
    if (draft === null) return;
    setDraft(null);
    const typed = Math.round(Number(draft));
    if (draft.trim() && Number.isFinite(typed)) onCommit(Math.min(most, Math.max(least, typed)));
  }

  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        value={draft ?? value}
        disabled={isDisabled}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
        className={classNames(fieldStyles.box, styles.number)}
      />
    </>
  );
}
