import { reopenDocument } from '#commands/documents/complete-document.ts';
import { reopenAndComplete } from '#commands/documents/reopen-and-complete.ts';
import { documentStateOf } from '#contract/document-state.ts';
import { completesOnceOpen } from '#domain/document-state.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { dayOffOf, TakeDay, useHolidays } from '../../shared/form/day-off.tsx';
import { COMPLETE, REOPEN } from '../../text/document/acts.ts';
import { runGesture } from '../notices/notify-stored.ts';
import { ActDialog } from './act-dialog.tsx';

/**
 * 'Quer mesmo reabrir esse processo?' (rules A3, A7). A limit date that has passed must be replaced
 * by today or a later day; one that has not passed may stay. "Concluir em seguida" completes the
 * document in the same gesture. It is offered for overdue documents alone, to those who may
 * complete them once they are open.
 */
export function ReopenDialog(props: { document: ListedDocument | null; onClose: () => void }) {
  const { document, onClose } = props;
  if (document === null) return null;
  return <OpenReopenDialog key={document.key} document={document} onClose={onClose} />;
}

function OpenReopenDialog({ document, onClose }: { document: ListedDocument; onClose: () => void }) {
  const { commandContext, mirror, person, today } = useProfile();
  const passed = document.limit_date < today;
  const [day, setDay] = useState<CalendarDay | null>(passed ? null : document.limit_date);
  const [thenComplete, setThenComplete] = useState(false);
  const about = document.key;
  const sectors = document.organizations.map(({ id }) => id);
  const dayOff = dayOffOf(day, useHolidays(), sectors);

  async function reopen() {
    const limitDate = day === document.limit_date ? null : day;
    const done = thenComplete ? COMPLETE.done : REOPEN.done;
    const verb = thenComplete ? reopenAndComplete : reopenDocument;
    return runGesture({ mirror, done, about, onStored: onClose }, () =>
      verb(commandContext, { documentKey: about, seen: document, limitDate }),
    );
  }

  return (
    <ActDialog
      title={REOPEN.title}
      icon={RotateCcw}
      size="sm"
      onClose={onClose}
      lacks={day === null ? REOPEN.lacks : null}
      act={{ text: thenComplete ? REOPEN.both : REOPEN.confirm, run: reopen }}
    >
      <p>
        <b>{document.title}</b>
      </p>
      <p>{REOPEN.question}</p>
      <DateField
        label={passed ? REOPEN.newDate : REOPEN.date}
        description={dayOff?.text ?? (passed ? REOPEN.passed : REOPEN.keep)}
        value={day}
        onChange={setDay}
        minValue={today}
        today={today}
      />
      <TakeDay dayOff={dayOff} onTake={setDay} />
      {document.status === 'overdue' && completesOnceOpen(documentStateOf(document), person) ? (
        <Checkbox isSelected={thenComplete} onChange={setThenComplete}>
          {REOPEN.thenComplete}
        </Checkbox>
      ) : null}
    </ActDialog>
  );
}
