import { useId } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { classNames } from './class-names.ts';
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

/** Two ends of a range: dragged, moved by arrows, or typed (no dragging is ever needed). The ends never cross. */
export function RangeSlider(props: RangeSliderProps) {
  const { label, description, isOptional, isDisabled = false, value, onChange, minValue, maxValue, summary } = props;
  const { startLabel, endLabel } = props;
  const [start, end] = value;
  const id = useId();
  const fit = (typed: string, least: number, most: number) =>
    Math.min(most, Math.max(least, Math.round(Number(typed)) || least));
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
        <label htmlFor={`${id}-start`}>{startLabel}</label>
        <input
          id={`${id}-start`}
          type="number"
          inputMode="numeric"
          min={minValue}
          max={end}
          value={start}
          disabled={isDisabled}
          onChange={(event) => onChange([fit(event.target.value, minValue, end), end])}
          className={classNames(fieldStyles.box, styles.number)}
        />
        <label htmlFor={`${id}-end`}>{endLabel}</label>
        <input
          id={`${id}-end`}
          type="number"
          inputMode="numeric"
          min={start}
          max={maxValue}
          value={end}
          disabled={isDisabled}
          onChange={(event) => onChange([start, fit(event.target.value, start, maxValue)])}
          className={classNames(fieldStyles.box, styles.number)}
        />
        <output className={styles.summary}>{summary(value)}</output>
      </div>
      {description ? <span className={fieldStyles.description}>{description}</span> : null}
    </Slider>
  );
}
