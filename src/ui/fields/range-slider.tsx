import { type ReactNode, useId, useState } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { type FieldProps, fieldClass } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import styles from './range-slider.module.css';

export type Range = [number, number];

/** The range after one end was moved or typed; `note` says why it differs from what was typed. */
export type SettledRange = { readonly value: Range; readonly note: string | null };

/**
 * Props of `RangeSlider`; both ends included. `summary` gives the range in words. `settle` turns a
 * typed range, which may exceed the limits, into one that the field allows; without it the ends are
 * clamped to the limits and never cross. `aside` is drawn beside the label, `scale` under the track
 * on its positions, `action` beside the numbers.
 */
export type RangeSliderProps = Pick<FieldProps, 'label' | 'description' | 'isOptional' | 'isDisabled'> & {
  value: Range;
  onChange: (value: Range) => void;
  minValue: number;
  maxValue: number;
  startLabel: string;
  endLabel: string;
  /** Ids of the two number fields. */
  ids?: { start: string; end: string } | undefined;
  summary?: ((value: Range) => string) | undefined;
  settle?: ((asked: Range, moved: 'start' | 'end') => SettledRange) | undefined;
  aside?: ReactNode;
  scale?: ReactNode;
  action?: ReactNode;
};

/**
 * A range whose two ends can be dragged, moved with the arrow keys or typed, so that dragging is
 * never needed. The ends never cross.
 */
export function RangeSlider(props: RangeSliderProps) {
  const { label, description, isOptional, isDisabled = false, value, onChange, minValue, maxValue, summary } = props;
  const { startLabel, endLabel, ids, aside, scale, action } = props;
  const [note, setNote] = useState<string | null>(null);
  const [start, end] = value;

  function ask(asked: Range, moved: 'start' | 'end') {
    const settled = props.settle?.(asked, moved) ?? heldWithin(asked, { moved, minValue, maxValue });
    setNote(settled.note);
    onChange(settled.value);
  }

  return (
    <Slider
      value={value}
      onChange={(next) => {
        const [low = start, high = end] = next as number[];
        ask([low, high], low === start ? 'end' : 'start');
      }}
      minValue={minValue}
      maxValue={maxValue}
      isDisabled={isDisabled}
      className={fieldClass('md')}
    >
      <div className={styles.head}>
        <Label className={fieldStyles.label ?? ''}>
          <span>{label}</span>
          {isOptional ? <span className={fieldStyles.optional}> (opcional)</span> : null}
        </Label>
        {aside}
      </div>
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
      {scale ? <div className={styles.scale}>{scale}</div> : null}
      <div className={styles.numbers}>
        <NumberBox
          id={ids?.start}
          label={startLabel}
          value={start}
          limits={[minValue, maxValue]}
          isDisabled={isDisabled}
          onCommit={(low) => ask([low, end], 'start')}
        />
        <NumberBox
          id={ids?.end}
          label={endLabel}
          value={end}
          limits={[minValue, maxValue]}
          isDisabled={isDisabled}
          onCommit={(high) => ask([start, high], 'end')}
        />
        {summary ? <output className={styles.summary}>{summary(value)}</output> : null}
        {action ? <span className={styles.action}>{action}</span> : null}
      </div>
      <p role="status" className={styles.note}>
        {note}
      </p>
      {description ? <span className={fieldStyles.description}>{description}</span> : null}
    </Slider>
  );
}

/** The moved end stops at the limits and at the other end. */
function heldWithin(
  [low, high]: Range,
  { moved, minValue, maxValue }: { moved: 'start' | 'end'; minValue: number; maxValue: number },
): SettledRange {
  const start = Math.min(maxValue, Math.max(minValue, low));
  const end = Math.min(maxValue, Math.max(minValue, high));
  if (start <= end) return { value: [start, end], note: null };
  return { value: moved === 'start' ? [end, end] : [start, start], note: null };
}

/**
 * One end as a number. The value is applied on leaving the field or on Enter, so that "12" can be
 * typed although "1" is out of range.
 */
function NumberBox(props: {
  id: string | undefined;
  label: string;
  value: number;
  limits: Range;
  isDisabled: boolean;
  onCommit: (value: number) => void;
}) {
  const { label, value, limits, isDisabled, onCommit } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const ownId = useId();
  const { id = ownId } = props;
  const [least, most] = limits;

  function commit() {
    if (draft === null) return;
    setDraft(null);
    const typed = Math.round(Number(draft));
    if (draft.trim() && Number.isFinite(typed) && typed !== value) onCommit(typed);
  }

  return (
    <span className={styles.end}>
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
    </span>
  );
}
