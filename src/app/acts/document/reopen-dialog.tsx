import { completeDocument } from '#commands/documents/complete-document.ts';
import { reopenDocument } from '#commands/documents/reopen-document.ts';
import { type CalendarDay, isWeekend } from '#domain/dates.ts';
import { Button } from '#ui/actions/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { COMPLETE, REOPEN } from '../../text/complete-reopen.ts';
import type { DialogTarget } from './complete-dialog.tsx';
import styles from './dialogs.module.css';
import { runGesture } from '../notices/notify-stored.ts';
import { useSending } from '../../shared/form/use-sending.ts';

export type ReopenTarget = DialogTarget & { readonly limitDate: CalendarDay };

/**
 * 'Quer mesmo reabrir esse processo?' (rules A3, A7). A limit date that has passed must be replaced by today or a later
 * day; one that has not passed may stay. For an overdue document "Concluir em seguida" combines two acts.
 */
export function ReopenDialog(props: { target: ReopenTarget | null; onClose: () => void }) {
  const { target, onClose } = props;
  if (target === null) return null;
  return <OpenReopenDialog key={target.key} target={target} onClose={onClose} />;
}

function OpenReopenDialog({ target, onClose }: { target: ReopenTarget; onClose: () => void }) {
  const { commandContext, mirror, today } = useProfile();
  const passed = target.limitDate < today;
  const [day, setDay] = useState<CalendarDay | null>(passed ? null : target.limitDate);
  const [thenComplete, setThenComplete] = useState(false);
  const sending = useSending();

  async function reopen() {
    onClose();
    const limitDate = day === target.limitDate ? null : day;
    const done = thenComplete ? COMPLETE.done : REOPEN.done;
    await runGesture({ mirror, done, about: target.key }, async () => {
      const reopened = await reopenDocument(commandContext, { documentKey: target.key, limitDate });
      if (reopened.kind === 'refused' || !thenComplete) return reopened;
      return completeDocument(commandContext, { documentKey: target.key });
    });
    // The dialog closes in either case; nothing in it is sent twice.
    return true;
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={REOPEN.title}
      icon={RotateCcw}
      size="sm"
      footer={({ close }) => (
        <>
          <Button onPress={close}>Cancelar</Button>
          <Button variant="primary" isDisabled={day === null} onPress={() => void sending.send(reopen)}>
            {thenComplete ? REOPEN.both : REOPEN.confirm}
          </Button>
        </>
      )}
    >
      <div className={styles.stack}>
        <p>
          <b>{target.title}</b>
        </p>
        <p>{REOPEN.question}</p>
        <DateField
          label={passed ? REOPEN.newDate : 'Data limite'}
          description={
            day !== null && isWeekend(day) ? 'Esse dia cai no fim de semana.' : passed ? REOPEN.passed : REOPEN.keep
          }
          value={day}
          onChange={setDay}
          minValue={today}
          today={today}
        />
        {passed ? (
          <Checkbox isSelected={thenComplete} onChange={setThenComplete}>
            {REOPEN.thenComplete}
          </Checkbox>
        ) : null}
        {day === null ? <p className={styles.missing}>Falta: nova data limite</p> : null}
      </div>
    </Dialog>
  );
}
