import { respond } from '#commands/documents/respond.ts';
import { discardDraft } from '#mirror/keep/drafts.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import { DateField } from '#ui/fields/date-field.tsx';
import { FileChip } from '#ui/document-look/file-chip.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { ArrowRightLeft, Paperclip, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { runGesture } from '../notices/notify-stored.ts';
import { useUndo } from '../take-back/undo-act.ts';
import { SectorAndPerson } from '../../shared/form/sector-and-person.tsx';
import { FileProblems } from '../../shared/files/file-problems.tsx';
import { repeatedFiles, useFileField } from '../../shared/files/use-file-field.ts';
import { busyIn } from '../../shared/draft/storing.ts';
import { useDraft } from '../../shared/draft/use-draft.ts';
import { ACCEPTED_EXTENSIONS, ACCEPTED_MIMES } from '../../text/document/files.ts';
import { formatSize } from '../../text/words/format.ts';
import { extendedText, TRANSFER_DONE, TRANSFER_TEXT, transferTitle } from '../../text/document/acts.ts';
import { ActDialog } from './act-dialog.tsx';
import styles from './transfer-dialog.module.css';
import { type TransferEffect, transferEffect } from './transfer-effect.ts';

type Fields = {
  readonly organizationId: number | null;
  readonly responsibleId: number | null;
  readonly limitDate: string | null;
};

const NOTHING_STORED = { row: null, files: [] };

/**
 * The dialog that transfers a document: sector and responsible, with optional files and a later
 * date (rules D2, D7, A12).
 */
export function TransferDialog({ view, onClose }: { view: DocumentView; onClose: () => void }) {
  const { document } = view;
  const { mirror, commandContext, now, today } = useProfile();
  const { undoMs, offer } = useUndo();
  const isCompleted = document.status === 'completed';
  const draftId = `transfer:${document.key}`;
  const form = useDraft<Fields>({
    mirror,
    id: draftId,
    empty: { organizationId: null, responsibleId: null, limitDate: document.limit_date },
    stored: NOTHING_STORED,
    now,
    newId: commandContext.newId,
  });
  // Erases what an interrupted transfer left behind: no form will use it again. A transfer that
  // still waits for its files, after Back, erases the draft by itself.
  useEffect(() => {
    if (busyIn(draftId) === null) void discardDraft(mirror, draftId);
  }, [mirror, draftId]);
  const field = useFileField(form);
  const { fields, files } = form;
  const [hasWrongDay, setWrongDay] = useState(false);
  const effectOf = (sent: Pick<typeof form, 'fields' | 'files'>) =>
    transferEffect({ ...sent.fields, filesCount: sent.files.length }, document.limit_date);
  const effect = effectOf(form);

  /**
   * The words of the message, which name what was done (rule D2). An extension is named with its
   * date.
   */
  function doneText(done: TransferEffect): string {
    return done.act === 'extend' && done.limitDate !== null ? extendedText(done.limitDate) : TRANSFER_DONE[done.act];
  }

  async function close() {
    onClose();
    await form.discard();
  }

  async function send() {
    const told = { mirror, done: doneText(effect), about: document.key, onStored: onClose, undo: offer };
    const isStored = await runGesture(told, () =>
      form.handOver((handed) => {
        const { organizationId, responsibleId } = handed.fields;
        const sent = effectOf(handed);
        told.done = doneText(sent);
        return respond(commandContext, {
          documentKey: document.key,
          seen: document,
          content: '',
          limitDate: sent.limitDate,
          responsibleIds: responsibleId === null ? null : [responsibleId],
          organizationIds: responsibleId === null || organizationId === null ? [] : [organizationId],
          fileIds: handed.files.map((file) => file.id),
          draftId,
          undoMs,
        });
      }),
    );
    if (!isStored) form.resume();
    return isStored;
  }

  return (
    <ActDialog
      title={transferTitle([document])}
      icon={ArrowRightLeft}
      onClose={() => void close()}
      lacks={effect.canSend ? null : TRANSFER_TEXT.lacks}
      canAct={effect.canSend && !hasWrongDay}
      act={{ text: TRANSFER_TEXT.send, icon: Send, run: send }}
    >
      <p className={styles.document}>{document.title}</p>
      <SectorAndPerson
        value={fields}
        onChange={(value) => form.change(value)}
        without={document.responsibles.map((person) => person.id)}
        isStacked
        startsOpen
      />
      <p className={styles.rule}>{isCompleted ? TRANSFER_TEXT.completed : TRANSFER_TEXT.rule}</p>
      {document.abilities.extendDocument ? (
        <DateField
          label={TRANSFER_TEXT.limitDate}
          value={fields.limitDate}
          onChange={(limitDate) => form.change({ limitDate })}
          onProblem={(problem) => setWrongDay(problem !== null)}
          minValue={document.limit_date > today ? document.limit_date : today}
          today={today}
        />
      ) : null}
      {isCompleted ? null : (
        <div className={styles.files}>
          {files.map((file) => (
            <FileChip
              key={file.id}
              name={file.name}
              detail={formatSize(file.size)}
              isPencil
              onRemove={() => void form.removeFile(file.id)}
            />
          ))}
          <FilePicker
            label={TRANSFER_TEXT.attach}
            icon={Paperclip}
            extensions={ACCEPTED_EXTENSIONS}
            mimeTypes={ACCEPTED_MIMES}
            isMultiple
            onPick={(picked, rejected) => field.take([...picked, ...rejected.map((one) => one.file)])}
            describedBy={field.describedBy}
          />
          <FileProblems
            id={field.id}
            sentences={field.problems}
            notes={[...field.notes, ...repeatedFiles(files, view.files)]}
          />
        </div>
      )}
    </ActDialog>
  );
}
