import { respond } from '#commands/documents/respond.ts';
import { addDays, type CalendarDay, isWeekend } from '#domain/dates.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import {
  daysAheadText,
  EXTEND,
  EXTEND_STEPS,
  extendedText,
  extendUntil,
  presentDateText,
  stepOf,
  withWhomText,
} from '../../text/extend.ts';
import { runGesture } from '../notices/notify-stored.ts';
import { ActDialog } from './act-dialog.tsx';
import styles from './dialogs.module.css';

type ExtendProps = {
  readonly document: ListedDocument;
  readonly onClose: () => void;
  /** Takes the chosen date to the reply box, where its reason can be written; absent where there is none. */
  readonly onReason?: ((day: CalendarDay) => void) | undefined;
};

/** "Prorrogar": a later limit date alone, in two presses (rule A8). The days of the choices count from the present date. */
export function ExtendDialog({ document, onClose, onReason }: ExtendProps) {
  const { commandContext, mirror, person, today } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const current = document.limit_date;
  const steps = EXTEND_STEPS.map((days) => ({ days, ...stepOf(current, days) }));
  const [day, setDay] = useState<CalendarDay | null>(null);
  const isLater = day !== null && day > current;

  async function extend() {
    if (day === null) return;
    onClose();
    await runGesture({ mirror, done: extendedText(day), about: document.key }, () =>
      respond(commandContext, {
        documentKey: document.key,
        content: '',
        limitDate: day,
        responsibleIds: null,
        organizationIds: [],
        fileIds: [],
      }),
    );
  }

  return (
    <ActDialog
      title={EXTEND.title}
      icon={CalendarPlus}
      size="sm"
      onClose={onClose}
      help="prorrogar"
      lacks={isLater ? null : EXTEND.lacks}
      act={{
        text: isPhone ? extendUntil(isLater ? day : null) : EXTEND.act,
        icon: CalendarPlus,
        isWide: isPhone,
        run: extend,
      }}
      other={
        onReason === undefined ? null : (
          <Button
            variant="quiet"
            isDisabled={!isLater}
            onPress={() => {
              if (day !== null) onReason(day);
            }}
          >
            {EXTEND.writeReason}
          </Button>
        )
      }
    >
      <p>{presentDateText(current)}</p>
      <div className={styles.steps}>
        <RadioGroup
          label={EXTEND.steps}
          isLabelHidden
          orientation="horizontal"
          value={steps.find((step) => step.day === day)?.text ?? null}
          onChange={(text) => setDay(steps.find((step) => step.text === text)?.day ?? null)}
          options={steps.map(({ text, detail }) => ({ value: text, text, detail }))}
        />
      </div>
      <DateField
        label={EXTEND.newDate}
        description={day === null ? undefined : isWeekend(day) ? EXTEND.weekend : daysAheadText(day, today)}
        value={day}
        onChange={setDay}
        minValue={addDays(current > today ? current : addDays(today, -1), 1)}
        today={today}
      />
      <p className={styles.effect}>
        O documento fica <b>Prorrogado</b> e continua com <b>{withWhomText(document.responsibles, person.userId)}</b>.
      </p>
    </ActDialog>
  );
}
