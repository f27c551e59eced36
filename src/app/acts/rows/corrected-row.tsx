import type { AnyRow, RowCollection } from '#contract/row-writes.ts';
import { continueOnRow } from '#mirror/keep/drafts.ts';
import { manageDraftOf } from '#mirror/keep/written-drafts.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { rowOfCommand, type RowOfCommand } from '#mirror/questions/row-by-key.ts';
import type { FormCommand } from '#mirror/store/outbox-row.ts';
import { keyOfServerId } from '#mirror/store/rows.ts';
import { nameOfRow } from '#mirror/questions/reference-rows.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { FileX, Pencil, PencilOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { replaceDraft } from '../../shared/draft/open-drafts.ts';
import { flushForm } from '../../shared/draft/open-forms.ts';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { rowFormHref } from '../../shared/manage/row-places.ts';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { refusalOf } from '../../text/sending/command-state.ts';
import { FORM } from '../../text/manage/manage.ts';
import { CORRECT_ROW } from '../../text/sending/row-acts.ts';
import type { Correcting } from './form-row.ts';

type CorrectionProps<Collection extends RowCollection> = {
  readonly draftId: string;
  readonly stored: StoredDraft;
  readonly correcting: Correcting<Collection>;
};

/**
 * The page of "Corrigir" and "Editar": a form that corrects a command on a row. It opens with what
 * the author typed. When the command is registered while the form is open, the form becomes an edit
 * of the row and keeps what was typed.
 */
export function CorrectedRow<Collection extends RowCollection>(props: {
  collection: Collection;
  commandId: string;
  title: string;
  /**
   * Why this person can't correct the command: a sentence, and what to do next. Null when they can.
   */
  hindranceOf?: (correcting: Correcting<Collection>) => { title: string; detail: string } | null;
  children: (given: CorrectionProps<Collection>) => ReactNode;
}) {
  const { collection, commandId, title, hindranceOf, children } = props;
  const { mirror } = useProfile();
  const found = useLiveQuery(() => rowOfCommand(mirror, { collection, commandId }), [mirror, collection, commandId]);
  const [last, setLast] = useState<RowOfCommand<Collection> | null>(null);
  const open = typeof found === 'object' && 'row' in found ? found : null;
  if (open !== null && open !== last) setLast(open);
  const shown = open ?? last;
  const draftId = manageDraftOf(collection, { corrects: commandId });
  const registered = typeof found === 'object' && 'registered' in found ? found.registered : null;
  useRegisteredMeanwhile(draftId, registered);
  const correcting = shown === null ? null : correctingOf(shown);
  const hindrance = correcting === null ? null : (hindranceOf?.(correcting) ?? null);
  return (
    <FormPage
      title={title}
      meta={correcting?.row.name}
      backHref="/admin/outbox"
      noticeIcon={Pencil}
      notice={correcting === null || hindrance !== null ? undefined : noticeOf(found, correcting.command)}
    >
      {hindrance !== null ? (
        <EmptyState
          icon={PencilOff}
          title={hindrance.title}
          action={<LinkButton href="/admin/outbox">{CORRECT_ROW.toOutbox}</LinkButton>}
        >
          {hindrance.detail}
        </EmptyState>
      ) : correcting !== null ? (
        <StoredForm draftId={draftId}>
          {(stored) =>
            children({
              draftId,
              stored: stored.row === null ? { row: null, files: correcting.files } : stored,
              correcting,
            })
          }
        </StoredForm>
      ) : found === undefined || registered !== null ? (
        <SkeletonRows label={FORM.loading} count={3} />
      ) : (
        <EmptyState
          icon={FileX}
          title={found === 'no-row' ? CORRECT_ROW.noRow : CORRECT_ROW.noCommand}
          action={<LinkButton href="/admin/outbox">{CORRECT_ROW.toOutbox}</LinkButton>}
        />
      )}
    </FormPage>
  );
}

function correctingOf<Collection extends RowCollection>({
  command,
  row,
  before,
  files,
}: RowOfCommand<Collection>): Correcting<Collection> {
  const there = before?.row;
  // The form shows the files that the command removes, so that they can be taken back.
  const data = there !== undefined && 'files' in there ? { ...row.row, files: there.files } : row.row;
  const isRefused = command.state === 'refused';
  return {
    command,
    row: {
      key: row.key,
      serverId: row.serverId,
      name: nameOfRow(row.row as AnyRow),
      data,
      waitingFiles: before?.pencil.files ?? [],
    },
    before: there ?? null,
    files,
    refused: !isRefused ? {} : refusedOf(command),
  };
}

/**
 * What the server refused: its sentences by field, or one sentence for the whole under the key ''.
 */
function refusedOf(command: FormCommand): Correcting<RowCollection>['refused'] {
  const errors = command.lastError?.errors ?? {};
  return Object.keys(errors).length > 0 ? errors : { '': [CORRECT_ROW.refusedFor(refusalOf(command))] };
}

function noticeOf(found: unknown, command: FormCommand): string {
  if (found === 'no-command') return CORRECT_ROW.noCommandNow;
  if (found === 'no-row') return CORRECT_ROW.noRowNow;
  return command.state === 'refused' ? CORRECT_ROW.refused : CORRECT_ROW.waits;
}

/**
 * When the command is registered while its form is open, continues the changes in the form as an
 * edit of the row.
 */
function useRegisteredMeanwhile(draftId: string, command: FormCommand | null): void {
  const { mirror } = useProfile();
  const navigate = useNavigate();
  const isMoving = useRef(false);
  useEffect(() => {
    if (command === null || isMoving.current) return;
    const key = rowKeyOf(command);
    const { collection } = command.payload;
    isMoving.current = true;
    const to = manageDraftOf(collection, { row: key });
    void flushForm(draftId)
      .then(() => replaceDraft(draftId, () => continueOnRow(mirror, { from: draftId, to })))
      .then(() => {
        notify({ title: CORRECT_ROW.registered });
        return navigate({ href: rowFormHref(collection, key), replace: true });
      })
      .catch(reportError);
  }, [command, draftId, mirror, navigate]);
}

function rowKeyOf(command: FormCommand): string {
  if (command.type === 'update-row') return command.payload.row_keys[0] ?? '';
  const id = command.receipt?.ids.row_id;
  return id === undefined ? command.payload.row_key : keyOfServerId(id);
}
