import { needsAuthor, type OutboxCommand, shownCommand } from '#mirror/store/outbox-row.ts';
import { retryCommand } from '#commands/outbox/retry-command.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { ProgressLine } from '#ui/feedback/progress-line.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useProfile, useNow } from '../../profile/profile.tsx';
import { DiscardDialog } from '../../acts/take-back/discard-dialog.tsx';
import { editOf } from '../../acts/take-back/edit-of.ts';
import { STATE_ICON } from '../../shared/connection/state-icon.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useNames } from '../../device/use-names.ts';
import { HelpLink } from '../../shared/screen/help-link.tsx';
import { sentPercent, stateWords } from '../../text/sending/command-state.ts';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { STORED_HERE } from '../../text/words/stored-here.ts';
import { VIEW_TEXT } from '../../text/document/view-document.ts';
import styles from './pencil-foot.module.css';

type FootProps = {
  readonly command: OutboxCommand;
  /** For a line of the thread instead of a card. */
  readonly isInline?: boolean;
  readonly onDecide: (commandId: string) => void;
};

/** The state of what is in pencil, in words, and what its author may still do with it. */
export function PencilFoot({ command: stored, isInline = false, onDecide }: FootProps) {
  const { commandContext, mirror, now, zone } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const nowMs = useNow();
  const command = shownCommand(stored, nowMs);
  const names = useNames();
  const isPhone = useLayoutKind() === 'phone';
  const [isDiscarding, setDiscarding] = useState(false);
  const items = useLiveQuery(() => outboxItems(mirror, { nowMs: now() }), [mirror, now]);
  const item = items?.find((one) => one.command.id === command.id);
  const dependents = item?.dependents ?? 0;
  const hasDependents = command.type === 'create-document' && dependents > 0;
  const editing = isInline ? null : editOf(command, { dependents, isOffline });
  const words = stateWords(command, {
    nowMs,
    zone,
    needsLogin,
    isWaiting: (item?.waitsFor ?? null) !== null,
    personName: names.person,
  });
  const Icon = STATE_ICON[words.icon];
  const isSending = command.state === 'sending';
  const isConflict = command.state === 'conflict';
  const explains = !isPhone && !isInline && words.icon === 'clock' && isOffline;

  return (
    <footer className={isInline ? styles.inline : styles.foot}>
      <p className={`${styles.state} ${styles[words.tone] ?? ''}`}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        <span>
          <b>{words.text}</b> <span>{words.reason}</span>
          {explains ? <span className={styles.truth}> {STORED_HERE}</span> : null}
          {command.mayBeRefused && !needsAuthor(command) ? (
            <span className={styles.truth}> {VIEW_TEXT.mayBeRefused}</span>
          ) : null}
        </span>
        {isInline || words.tone !== 'pencil' ? null : <HelpLink about="resposta" />}
      </p>
      {isSending ? (
        <ProgressLine label={words.text} value={sentPercent(command) ?? undefined} isEdge={!isInline} />
      ) : (
        <div className={styles.actions}>
          {isConflict ? (
            <Button variant="primary" size="sm" onPress={() => onDecide(command.id)}>
              {OUTBOX_TEXT.resolve}
            </Button>
          ) : null}
          {command.state === 'backoff' && !isPhone ? (
            <Button variant="quiet" size="sm" onPress={() => void retryCommand(commandContext, command.id)}>
              {OUTBOX_TEXT.retry}
            </Button>
          ) : null}
          {editing === null || !('href' in editing) ? null : (
            <LinkButton variant="quiet" size="sm" href={editing.href}>
              {VIEW_TEXT.edit}
            </LinkButton>
          )}
          <span className={styles.discard}>
            <Button variant="quiet" size="sm" onPress={() => setDiscarding(true)}>
              {VIEW_TEXT.discard}
            </Button>
          </span>
        </div>
      )}
      <DiscardDialog
        command={isDiscarding ? command : null}
        dependents={hasDependents ? dependents : 0}
        onClose={() => setDiscarding(false)}
      />
    </footer>
  );
}
