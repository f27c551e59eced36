import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { type ReactNode, useState } from 'react';
import type { ManagedRow, ManageWords, RowActs } from './managed-row.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** What the buttons of rows and of the bulk bar start: at once, or after a question. */
export type RowAsking<Row> = {
  readonly toggle: (rows: readonly Row[], isActive: boolean) => void;
  readonly remove: (rows: readonly Row[]) => void;
};

/**
 * The questions before rows are deleted or deactivated, and what is done after them. Once something was done with ticked
 * rows they are ticked no more (`onDone`).
 */
export function useRowAsking<Row extends ManagedRow>(at: {
  acts: RowActs<Row>;
  words: ManageWords;
  onDone: () => void;
}): { asking: RowAsking<Row>; dialogs: ReactNode } {
  const { acts, words, onDone } = at;
  const [removing, setRemoving] = useState<readonly Row[] | null>(null);
  const [turningOff, setTurningOff] = useState<readonly Row[] | null>(null);

  function toggle(rows: readonly Row[], isActive: boolean): void {
    onDone();
    void acts.toggle?.(rows, isActive);
  }
  function remove(rows: readonly Row[]): void {
    onDone();
    void acts.remove?.(rows);
  }

  return {
    asking: {
      toggle: (rows, isActive) => (!isActive && acts.asksBeforeOff ? setTurningOff(rows) : toggle(rows, isActive)),
      remove: setRemoving,
    },
    dialogs: (
      <>
        <RemoveDialog
          rows={removing}
          words={words}
          consequencesOf={acts.consequencesOf}
          onClose={() => setRemoving(null)}
          onConfirm={remove}
          onInstead={acts.toggle === undefined ? undefined : (rows) => toggle(rows, false)}
        />
        <ConfirmDialog
          isOpen={turningOff !== null}
          onClose={() => setTurningOff(null)}
          title={words.off?.title ?? ''}
          confirmLabel={words.off?.confirm ?? ''}
          onConfirm={() => {
            if (turningOff !== null) toggle(turningOff, false);
          }}
        >
          <p>{words.off?.body}</p>
          {turningOff !== null && turningOff.length > 1 ? <p>{turningOff.map((row) => row.name).join(', ')}</p> : null}
        </ConfirmDialog>
      </>
    ),
  };
}
