import { endingCompletion } from '#commands/outbox/ending-completion.ts';
import { type OutboxItem, outboxItems } from '#mirror/questions/outbox-items.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { storageTroubleOf } from '#mirror/store/storage.ts';
import { viewDocument, type DocumentView } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { Stamp } from '#ui/document-look/stamp.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { GitCompare, Info } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { actSentenceOf } from '../../text/sending/command-state.ts';
import { notifyRefused } from '../../acts/notices/notify-stored.ts';
import { useNames } from '../../device/use-names.ts';
import { HelpLink } from '../../shared/screen/help-link.tsx';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import {
  choiceWords,
  chooseOneText,
  CONFLICT_WORDS,
  decidedText,
  PATH_WORDS,
  previewText,
} from '../../text/document/conflict.ts';
import { formatTime } from '../../text/words/format.ts';
import { STATUS_LABEL } from '../../text/words/document.ts';
import { Comparison } from './comparison.tsx';
import {
  type Choice,
  dropsCompletion,
  hasWords,
  type OpenChoice,
  openChoices,
  type Conflict,
  conflictFacts,
  type StatusStep,
  statusPath,
} from './conflict-facts.ts';
import { followersOf, decideConflict } from './decide-conflict.ts';
import styles from './resolve-conflict.module.css';

/**
 * The dialog of a conflict: the facts, both versions, and the author's choice. A conflict is never
 * settled silently (src/app/experience.md, experience W12).
 */
export function ResolveConflictDialog({ commandId, onClose }: { commandId: string; onClose: () => void }) {
  const { mirror, person, today, zone, now } = useProfile();
  const found = useLiveQuery(async () => {
    const items = await outboxItems(mirror, { nowMs: now() });
    const item = items.find((one) => one.command.id === commandId);
    if (item === undefined) return null;
    const view = await viewDocument(mirror, { address: item.command.documentKey, person, today, zone });
    return { item, view, follows: followersOf(item, items) };
  }, [mirror, commandId, person, today, zone, now]);
  if (!found || found.view === null || found.item.command.state !== 'conflict') return null;
  const { item, view, follows } = found;
  return <OpenConflict item={item} view={view} follows={follows} onClose={onClose} />;
}

function OpenConflict(props: {
  item: OutboxItem;
  view: DocumentView;
  follows: readonly OutboxItem[];
  onClose: () => void;
}) {
  const { item, view, follows, onClose } = props;
  const { today, zone, commandContext } = useProfile();
  const [choice, setChoice] = useState<Choice | null>(null);
  const sending = useSending();
  const conflict = conflictFacts({ item, view, here: { today, zone } });
  if (conflict === null) return null;
  const choices = openChoices(conflict.facts);
  const chosen = choices.find((one) => one.choice === choice) ?? null;
  const completion = endingCompletion(
    follows.map(({ command }) => command),
    item.command.seq,
  );
  const completedAt = completion === null ? null : formatTime(completion.performedAtMs, zone);
  const dropped = chosen !== null && dropsCompletion(chosen, conflict.facts) ? completion : null;
  const left = follows.filter(({ command }) => command !== dropped);

  async function confirm() {
    if (chosen === null || conflict === null) return false;
    onClose();
    try {
      const refused = await decideConflict(commandContext, { conflict, chosen, dropped: dropped?.id ?? null });
      const about = item.command.documentKey;
      const words = { hasWords: hasWords(conflict.facts.command), follows: left.length };
      if (refused === null) notify({ ...decidedText(chosen.choice, words), about });
      else notifyRefused(refused, about);
    } catch (error) {
      const title = storageTroubleOf(error) === null ? CONFLICT_WORDS.failed : notStoredText(error);
      notify({ title, tone: 'danger', about: item.command.documentKey });
    }
    // `true` keeps the button closed: the dialog is gone, even after a failure, and must not send
    // twice.
    return true;
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      size="lg"
      icon={GitCompare}
      iconTone="danger"
      title={conflict.title}
      action={<HelpLink about="mudou" isInHead />}
      footer={
        <div className={styles.footer}>
          {chosen === null ? <p className={styles.missing}>{chooseOneText(choices.length)}</p> : null}
          <Button onPress={onClose}>{CONFLICT_WORDS.later}</Button>
          <Button variant="primary" isDisabled={chosen === null} onPress={() => void sending.send(confirm)}>
            {CONFLICT_WORDS.confirm}
          </Button>
        </div>
      }
    >
      <div className={styles.stack}>
        <Comparison conflict={conflict} follows={follows} />
        <RadioGroup
          label={CONFLICT_WORDS.choices}
          isLabelHidden
          value={choice}
          onChange={(value) => setChoice(value as Choice)}
          options={choices.map((one) => ({
            value: one.choice,
            ...choiceWords(one.choice, { ...conflict.words, reopens: one.reopens, completedAt }),
          }))}
        />
        {chosen === null ? null : (
          <Preview conflict={conflict} chosen={chosen} follows={left} completion={completion} />
        )}
      </div>
    </Dialog>
  );
}

function Preview(props: {
  conflict: Conflict;
  chosen: OpenChoice;
  /** The author's later commands, which are sent after the choice. */
  follows: readonly OutboxItem[];
  completion: OutboxCommand | null;
}) {
  const { conflict, chosen, follows, completion } = props;
  const { zone } = useProfile();
  const names = useNames();
  // The words of the choice `then-complete` already name the completion.
  const others = chosen.choice === 'then-complete' ? follows.filter(({ command }) => command !== completion) : follows;
  return (
    <div className={styles.preview} role="status">
      <Info size={18} strokeWidth={1.75} aria-hidden />
      <div>
        <p>
          {previewText(chosen.choice, {
            ...conflict.words,
            reopens: chosen.reopens,
            name: conflict.name,
            filesCount: conflict.facts.command.files.length,
            follows: others.map((item) => actSentenceOf(item, names)),
            completedAt: completion === null ? null : formatTime(completion.performedAtMs, zone),
          })}
        </p>
        <StatusPath steps={statusPath({ conflict, chosen, follows })} />
      </div>
    </div>
  );
}

/** The statuses as stamps: the registered one in ink, those that will follow in pencil. */
function StatusPath({ steps }: { steps: readonly StatusStep[] }) {
  if (steps.length === 1) return null;
  return (
    <ol className={styles.path} aria-label={PATH_WORDS.label}>
      {steps.map(({ status, note, isPencil }, index) => (
        <li key={`${index} ${status}`}>
          <Stamp tone={status} label={STATUS_LABEL[status]} isPencil={isPencil} />
          {note === '' ? null : <span>{note}</span>}
        </li>
      ))}
    </ol>
  );
}
