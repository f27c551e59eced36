import { Button } from '#ui/actions/button.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { PlainTextEditor } from '#editor/plain-text-editor.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { ArrowRightLeft, CalendarPlus, CloudOff, LogIn, Send } from 'lucide-react';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { PersonPicker } from '../../shared/form/person-picker.tsx';
import { EditorPlace, EditorSwitch, TextEditor } from '../../shared/form/text-editor.tsx';
import { FileProblems, saidOf } from '../../shared/files/file-problems.tsx';
import { repeatedFiles } from '../../shared/files/use-file-field.ts';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { SendKeyHint, useSendKey } from '../../shared/form/send-key.tsx';
import { useClosedWhile } from '../../shared/form/use-sending.ts';
import { AttachButton } from '../../acts/attach/attach-button.tsx';
import { KeptFileChip } from '../../acts/attach/kept-file-chip.tsx';
import { PagesChip } from '../../acts/attach/pages-chip.tsx';
import { FILE_TEXT } from '../../text/document/files.ts';
import { formatSize } from '../../text/words/format.ts';
import { attachAbout, draftSavedText, missingText, REPLY_ACT_LABEL, REPLY_TEXT } from '../../text/document/acts.ts';
import styles from './reply-form.module.css';
import type { Reply } from './use-reply.ts';

/** The button "Começar do zero". It asks first, because the text will be lost. */
function StartOver({ onConfirm }: { onConfirm: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={styles.startOver} onClick={() => setAsking(true)}>
        {REPLY_TEXT.startOver}
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={REPLY_TEXT.startOverTitle}
        tone="danger"
        confirmLabel={REPLY_TEXT.erase}
        cancelLabel={REPLY_TEXT.keep}
        onConfirm={onConfirm}
      >
        <p>{REPLY_TEXT.startOverBody}</p>
      </ConfirmDialog>
    </>
  );
}

const ACT_ICON = { reply: Send, extend: CalendarPlus, transfer: ArrowRightLeft } as const;

type FormProps = {
  readonly reply: Reply;
  readonly takesFocus?: boolean;
  /** Drawn beside the send button. With it the form is short: a plain text and its files. */
  readonly more?: ReactNode;
};

/**
 * The reply box itself: editor, files, one row with attach · transfer · date · send, and a line
 * about what is saved and what is missing.
 */
export function ReplyForm({ reply, takesFocus = false, more }: FormProps) {
  const { draft, effect, view, isSending, attachments } = reply;
  const { today, zone } = useProfile();
  const box = useClosedWhile<HTMLElement>(isSending);
  const current = view.document.limit_date;
  const isShort = more !== undefined;
  const { refusedFiles = {} } = draft.fields;
  const problems = [...attachments.field.problems, ...saidOf(refusedFiles, draft.files)];
  const notes = [...attachments.field.notes, ...repeatedFiles(draft.files, view.files)];
  // An editor reads its text only when it mounts. A new round mounts another one with the text that
  // was inserted.
  const [round, setRound] = useState(0);
  const [hasWrongDay, setWrongDay] = useState(false);
  // A phone paints the text first and the buttons after it (S109). React runs this useEffect only
  // when the box is shown, because <Activity> draws it hidden before.
  const [hasControls, setControls] = useState(!isShort);
  useEffect(() => startTransition(() => setControls(true)), []);
  const text = {
    label: REPLY_TEXT.label,
    // Text that is typed but not drawn yet is only in `latest`.
    initialHtml: draft.latest().content,
    onChange: (content: string) => draft.changeDrawn({ content }),
    placeholder: REPLY_TEXT.placeholder,
    isLabelHidden: true,
    onFiles: (files: File[]) => attachments.pick(files, []),
  };
  useSendKey({
    form: box,
    async send() {
      const [lack] = reply.effectNow().lacks;
      if (hasWrongDay || lack === 'limit_date') focusPart(box.current, 'date');
      else if (lack === 'content') focusPart(box.current, 'text');
      else if (lack === 'pages') attachments.open();
      else return reply.send();
      return false;
    },
  });
  const controls = () => (
    <>
      <AttachButton label={REPLY_TEXT.attach} about={attachAbout(view.document)} attachments={attachments} />
      {more}
      {reply.canTransfer && !isShort ? (
        <div className={styles.person}>
          <PersonPicker
            label={REPLY_TEXT.transferLabel}
            isLabelHidden
            placeholder={REPLY_TEXT.transferTo}
            value={draft.fields.responsibleId}
            onChange={(responsibleId) => draft.change({ responsibleId })}
            without={view.document.responsibles.map((one) => one.id)}
          />
        </div>
      ) : null}
      {reply.canExtend && !isShort ? (
        <div className={styles.date} data-part="date">
          <DateField
            label={REPLY_TEXT.limitDate}
            isLabelHidden
            value={draft.fields.limitDate}
            onChange={(limitDate) => draft.change({ limitDate })}
            onProblem={(problem) => setWrongDay(problem !== null)}
            minValue={current > today ? current : today}
            today={today}
            isClearable
          />
        </div>
      ) : null}
      <div className={styles.send}>
        <Button
          variant="primary"
          icon={ACT_ICON[effect.act]}
          isDisabled={!effect.canSend || hasWrongDay || isSending}
          isWide
          onPress={() => void reply.send()}
        >
          {REPLY_ACT_LABEL[effect.act]}
        </Button>
      </div>
    </>
  );
  return (
    <section
      ref={box}
      data-reply
      className={classNames(styles.box, isShort && styles.shortBox)}
      aria-label={REPLY_TEXT.label}
    >
      <div className={classNames(isShort && styles.short)} data-part="text">
        {isShort ? (
          <PlainTextEditor key={round} {...text} rows={4} />
        ) : (
          <TextEditor key={round} {...text} isBare takesFocus={takesFocus || round > 0} />
        )}
      </div>
      {draft.files.length + attachments.loose === 0 ? null : (
        <ul className={styles.files}>
          {draft.files.map((file) => (
            <li key={file.id}>
              <KeptFileChip
                file={file}
                detail={file.id in refusedFiles ? FILE_TEXT.refused : formatSize(file.size)}
                isRefused={file.id in refusedFiles}
                onBack={attachments.backOf(file.id)}
                onRemove={() => void draft.removeFile(file.id)}
              />
            </li>
          ))}
          {attachments.loose === 0 ? null : (
            <li>
              <PagesChip attachments={attachments} />
            </li>
          )}
        </ul>
      )}
      {problems.length + notes.length === 0 ? null : (
        <div className={styles.problems}>
          <FileProblems id={attachments.field.id} sentences={problems} notes={notes} />
        </div>
      )}
      <div className={classNames(styles.controls, isShort && styles.controlsPlace)}>
        {hasControls ? controls() : null}
      </div>
      <div className={styles.meta}>
        <Truth />
        {isShort ? null : <EditorSwitch />}
        {isShort ? null : <SendKeyHint />}
        {reply.isStarted ? (
          <span className={styles.draft}>
            {draft.savedAtMs === null ? null : <span>{draftSavedText(draft.savedAtMs, zone)}</span>}
            <StartOver onConfirm={() => void reply.startOver()} />
          </span>
        ) : null}
        {effect.canSend ? null : <b className={styles.missing}>{missingText(effect.lacks)}</b>}
        {draft.files.length > 0 && effect.lacks.includes('content') ? (
          <button
            type="button"
            className={styles.startOver}
            onClick={() => {
              draft.change({ content: REPLY_TEXT.attachedHtml });
              setRound(round + 1);
            }}
          >
            {REPLY_TEXT.writeAttached}
          </button>
        ) : null}
      </div>
    </section>
  );
}

/** Moves the focus into a part of the box. */
function focusPart(box: HTMLElement | null, part: 'date' | 'text'): void {
  box?.querySelector<HTMLElement>(`[data-part="${part}"] :is(input, textarea, [contenteditable="true"])`)?.focus();
}

/** The outline of the box while its draft is being read, as high as an empty box. */
export function ReplyPlace() {
  return (
    <div className={styles.box} aria-busy>
      <EditorPlace label={REPLY_TEXT.label} placeholder={REPLY_TEXT.placeholder} isLabelHidden isBare />
      <div className={classNames(styles.controls, styles.controlsPlace)} />
      <div className={classNames(styles.meta, styles.metaPlace)} />
    </div>
  );
}

/** Says that the reply waits on this device if there is no connection or no session. */
function Truth() {
  const { isOffline, needsLogin } = useConnection();
  if (!isOffline && !needsLogin) return null;
  const Icon = needsLogin ? LogIn : CloudOff;
  return (
    <span className={styles.truth}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span>{needsLogin ? REPLY_TEXT.needsLogin : REPLY_TEXT.offline}</span>
    </span>
  );
}
