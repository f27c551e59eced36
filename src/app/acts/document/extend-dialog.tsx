import { respond } from '#commands/documents/respond.ts';
import { addDays, type CalendarDay } from '#domain/dates.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { DateField } from '#ui/fields/date-field.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Bell, CalendarPlus } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { dayOffOf, TakeDay, useHolidays } from '../../shared/form/day-off.tsx';
import {
  daysAheadText,
  EXTEND,
  EXTEND_STEPS,
  extendedText,
  extendUntil,
  presentDateText,
  stepOf,
  toldOf,
} from '../../text/document/acts.ts';
import { runGesture } from '../notices/notify-stored.ts';
import { useUndo } from '../take-back/undo-act.ts';
import { ActDialog } from './act-dialog.tsx';
import styles from './dialogs.module.css';

type ExtendProps = {
  readonly document: ListedDocument;
  readonly onClose: () => void;
  /**
   * Takes the chosen date to the reply box, where its reason can be written. Absent where the
   * screen has no reply box.
   */
  readonly onReason?: ((day: CalendarDay) => void) | undefined;
  /**
   * On wide screens: id of the element beside which the form is drawn. Absent: the form is a dialog
   * on wide screens too.
   */
  readonly beside?: string | undefined;
};

/**
 * The form of "Prorrogar": a later limit date alone, in two presses (rule A8). The offered days
 * count from the present date. Beside an element the calendar is open from the start; in a dialog
 * it opens from its field.
 */
export function ExtendDialog({ document, onClose, onReason, beside }: ExtendProps) {
  const { commandContext, mirror, today } = useProfile();
  const { undoMs, offer } = useUndo();
  const layout = useLayoutKind();
  const isPhone = layout === 'phone';
  const isBeside = beside !== undefined && layout === 'desktop';
  const current = document.limit_date;
  const steps = EXTEND_STEPS.map((days) => ({ days, ...stepOf(current, days) }));
  const [day, setDay] = useState<CalendarDay | null>(null);
  const isLater = day !== null && day > current;
  const sectors = document.organizations.map(({ id }) => id);
  const dayOff = dayOffOf(day, useHolidays(), sectors);

  async function extend() {
    if (day === null) return false;
    return runGesture({ mirror, done: extendedText(day), about: document.key, onStored: onClose, undo: offer }, () =>
      respond(commandContext, {
        documentKey: document.key,
        seen: document,
        content: '',
        limitDate: day,
        responsibleIds: null,
        organizationIds: [],
        fileIds: [],
        undoMs,
      }),
    );
  }

  return (
    <ActDialog
      title={EXTEND.title}
      icon={CalendarPlus}
      size="sm"
      beside={isBeside ? beside : undefined}
      onClose={onClose}
      help="prorrogar"
      lacks={isLater ? null : EXTEND.lacks}
      act={{
        text: isPhone ? extendUntil(isLater ? day : null) : EXTEND.act,
        icon: CalendarPlus,
        isWide: isPhone,
        run: extend,
      }}
      {...(onReason === undefined
        ? {}
        : {
            other: {
              text: EXTEND.writeReason,
              isDisabled: !isLater,
              onPress: () => {
                if (day !== null) onReason(day);
              },
            },
          })}
    >
      <p className={styles.missing}>{presentDateText(current)}</p>
      <RadioGroup
        label={EXTEND.steps}
        isLabelHidden
        appearance="tiles"
        orientation="horizontal"
        value={steps.find((step) => step.day === day)?.text ?? null}
        onChange={(text) => setDay(steps.find((step) => step.text === text)?.day ?? null)}
        options={steps.map(({ text, detail }) => ({ value: text, text, detail }))}
      />
      <DateField
        label={EXTEND.newDate}
        description={dayOff?.text}
        note={day === null || dayOff !== null ? undefined : daysAheadText(day, today)}
        isCalendarShown={isBeside}
        value={day}
        onChange={setDay}
        minValue={addDays(current > today ? current : addDays(today, -1), 1)}
        today={today}
      />
      <TakeDay dayOff={dayOff} onTake={setDay} />
      <Effect document={document} />
    </ActDialog>
  );
}

/** Says what extending does, and who will find it in their Avisos. */
function Effect({ document }: Pick<ExtendProps, 'document'>) {
  const { person } = useProfile();
  const told = toldOf(document, person.userId);
  const names = [
    ...(told.with === '' ? [] : [{ who: told.with, why: EXTEND.isWith }]),
    ...(told.maker === '' ? [] : [{ who: told.maker, why: EXTEND.made }]),
  ];
  return (
    <p className={styles.effect}>
      <Bell size={18} strokeWidth={1.75} aria-hidden />
      <span>
        <span>O documento fica </span>
        <b>Prorrogado</b>
        <span>. </span>
        <span>{names.length === 0 ? EXTEND.stays : EXTEND.told}</span>
        {names.map(({ who, why }, at) => (
          <Fragment key={who}>
            <span>{at === 0 ? ' de ' : ', e de '}</span>
            <b>{who}</b>
            <span>, </span>
            <span>{why}</span>
          </Fragment>
        ))}
        {names.length === 0 ? null : <span>.</span>}
      </span>
    </p>
  );
}
