import { Hint } from '../actions/tips.tsx';
import { AlarmClock, ArrowRightLeft, CalendarPlus, CircleCheck, Clock, EyeOff, Flag, Send } from 'lucide-react';
import { classNames } from '../base/class-names.ts';
import type { IconType } from '../base/icon.ts';
import styles from './stamp.module.css';
import type { SpineTone } from './spine.ts';
import { VisuallyHidden } from '../base/visually-hidden.tsx';

/**
 * Tones of the carimbo, the stamp of a state: those of the lombada, and `exception` for the second
 * stamp of a document that was sent as an exception (rule C1).
 */
export type StampTone = SpineTone | 'exception';

const toneIcons: Record<StampTone, IconType> = {
  sent: Send,
  pending: EyeOff,
  under_review: ArrowRightLeft,
  extended: CalendarPlus,
  overdue: AlarmClock,
  completed: CircleCheck,
  exception: Flag,
  local: Clock,
};

/** Props of `Stamp`; `isPencil` marks a state that is not registered yet. */
export type StampProps = {
  tone: StampTone;
  label: string;
  icon?: IconType | undefined;
  /** `sentence`: like `row`, for words that may take several lines. */
  size?: 'row' | 'header' | 'sentence' | undefined;
  isPencil?: boolean | undefined;
  /** What the state means, shown when the stamp is pointed at, focused or touched. */
  meaning?: string | undefined;
};

/**
 * The carimbo, a stamp: icon and word in a small outline. In pencil it is dashed grey with a clock,
 * whatever the tone.
 */
export function Stamp({ tone, label, icon, size = 'row', isPencil = tone === 'local', meaning }: StampProps) {
  const Icon = isPencil ? Clock : (icon ?? toneIcons[tone]);
  const stamp = (
    <span className={classNames(styles.stamp, styles[size], isPencil ? styles.pencil : styles[tone])}>
      <Icon size={size === 'header' ? 16 : 14} strokeWidth={2} aria-hidden />
      <span>{label}</span>
      {isPencil && tone !== 'local' ? <VisuallyHidden>, ainda não enviado</VisuallyHidden> : null}
    </span>
  );
  return meaning === undefined ? stamp : <Hint text={meaning}>{stamp}</Hint>;
}
