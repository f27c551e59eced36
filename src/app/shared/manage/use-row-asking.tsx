import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#ui/actions/button.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { FileText, FolderDown, History, Info, Trash2, Users } from 'lucide-react';
import { MANAGE } from '../../text/manage/manage.ts';
import type { Consequence, ManagedRow, ManageWords, RowActs } from './managed-row.ts';
import styles from './use-row-asking.module.css';

const ICONS: Record<Consequence['icon'], IconType> = {
  people: Users,
  documents: FileText,
  models: FolderDown,
  history: History,
};

/** The most names of rows that the question lists. It gives the number of the others. */
const NAMED = 4;

type RemoveDialogProps<Row extends ManagedRow> = {
  /** The rows to be deleted; null: the dialog is closed. */
  readonly rows: readonly Row[] | null;
  readonly words: ManageWords;
  readonly consequencesOf: ((rows: readonly Row[]) => Promise<readonly Consequence[]>) | undefined;
  readonly onClose: () => void;
  readonly onConfirm: (rows: readonly Row[]) => void;
  /** Deactivates the rows in place of deleting them; undefined where rows can't be deactivated. */
  readonly onInstead: ((rows: readonly Row[]) => void) | undefined;
};

/**
 * The question before rows are deleted. It names the rows, tells the consequences of deleting them,
 * and offers to deactivate them instead.
 */
function RemoveDialog<Row extends ManagedRow>(props: RemoveDialogProps<Row>) {
  const { rows, words, onClose, onConfirm } = props;
  const consequences = useConsequences(props);
  const isWaiting = rows !== null && props.consequencesOf !== undefined && consequences === null;
  return (
    <ConfirmDialog
      isOpen={rows !== null}
      onClose={onClose}
      title={rows === null || rows.length === 1 ? words.remove.one : words.remove.many(rows.length)}
      icon={Trash2}
      tone="danger"
      confirmLabel={MANAGE.yes}
      isConfirmDisabled={isWaiting}
      onConfirm={() => {
        if (rows !== null) onConfirm(rows);
      }}
    >
      {rows === null ? null : (
        <div className={styles.parts}>
          <ul className={styles.names}>
            {rows.slice(0, NAMED).map((row) => (
              <li key={row.key}>{row.name}</li>
            ))}
            {rows.length > NAMED ? <li className={styles.more}>e mais {rows.length - NAMED}</li> : null}
          </ul>
          {isWaiting ? <p role="status">{MANAGE.counting}</p> : null}
          {consequences === null || consequences.length === 0 ? null : (
            <ul className={styles.consequences}>
              {consequences.map(({ id, icon, text }) => (
                <ConsequenceLine key={id} icon={ICONS[icon]}>
                  {text}
                </ConsequenceLine>
              ))}
            </ul>
          )}
          {props.onInstead !== undefined && rows.some((row) => row.isActive) ? (
            <div className={styles.instead}>
              <Info size={20} strokeWidth={1.75} aria-hidden />
              <p>
                {words.insteadOfRemove}{' '}
                <Button
                  variant="quiet"
                  size="sm"
                  onPress={() => {
                    onClose();
                    props.onInstead?.(rows.filter((row) => row.isActive));
                  }}
                >
                  {MANAGE.instead}
                </Button>
              </p>
            </div>
          ) : null}
        </div>
      )}
    </ConfirmDialog>
  );
}

function ConsequenceLine({ icon: Icon, children }: { icon: IconType; children: Consequence['text'] }) {
  return (
    <li>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

/**
 * The consequences of the deletion, computed again for each question. Null while they are computed,
 * and while the dialog is closed.
 */
function useConsequences<Row extends ManagedRow>(at: RemoveDialogProps<Row>): readonly Consequence[] | null {
  const { rows, consequencesOf } = at;
  const [known, setKnown] = useState<{
    readonly rows: readonly Row[];
    readonly lines: readonly Consequence[];
  } | null>(null);
  useEffect(() => {
    if (rows === null || consequencesOf === undefined) return undefined;
    let isOver = false;
    const keep = (lines: readonly Consequence[]) => {
      if (!isOver) setKnown({ rows, lines });
    };
    consequencesOf(rows).then(keep, () => keep([]));
    return () => {
      isOver = true;
    };
  }, [rows, consequencesOf]);
  return known !== null && known.rows === rows ? known.lines : null;
}

/**
 * What the buttons of a row and of the bulk bar call. An act is done at once, or after a question.
 */
export type RowAsking<Row> = {
  readonly toggle: (rows: readonly Row[], isActive: boolean) => void;
  readonly remove: (rows: readonly Row[]) => void;
};

/**
 * The questions before rows are deleted or deactivated, and the acts that follow. `onDone` is
 * called as an act begins; the list then unticks its rows.
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
