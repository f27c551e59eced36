// "Desfazer" in the message after an act (S221). The outbox holds the command until its undo time
// ends, also when this page closes. The message lasts as long. While a pointer or the focus rests
// on the message, both times are prolonged.

import {
  endUndoAt,
  isReply,
  LONGEST_UNDO_MS,
  UNDO_MS,
  undoCommands,
  type Undoing,
} from '#commands/outbox/undo-commands.ts';
import type { CommandContext } from '#commands/frame/context.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import type { Notice } from '#ui/feedback/notice.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { undoChoice } from '../../device/undo-choice.ts';
import { useProfile } from '../../profile/profile.tsx';
import { joinDraft } from '../../shared/draft/open-drafts.ts';
import { formOf } from '../../shared/draft/open-forms.ts';
import { toReply } from '../../shared/screen/reply-place.ts';
import { notUndoneText, UNDO } from '../../text/sending/undo.ts';
import type { UndoOffer } from '../notices/notify-stored.ts';

/** What an act gives to the outbox, and to its message, so that it can be taken back. */
export type Undo = {
  /** The undo time of its commands, ms; undefined where this device has switched undoing off. */
  readonly undoMs: number | undefined;
  /**
   * Makes the offer in the message of these commands; undefined where this device has switched
   * undoing off.
   */
  readonly offer: ((commandIds: readonly string[]) => UndoOffer) | undefined;
};

const OFF: Undo = { undoMs: undefined, offer: undefined };

export function useUndo(): Undo {
  const { commandContext } = useProfile();
  if (!useWatched(undoChoice)) return OFF;
  return { undoMs: UNDO_MS, offer: (ids) => offerOf(commandContext, { ids, undo: () => undo(commandContext, ids) }) };
}

type Offered = {
  readonly ids: readonly string[];
  readonly undo: () => Promise<void>;
  /** The undo time with which the commands were stored, ms; absent: `UNDO_MS`. */
  readonly lastsMs?: number;
};

/** How long the message stays at least after the pointer or the focus has left it, ms. */
const AFTER_REST_MS = 3_000;
/**
 * How long before its end the time of a message is prolonged while the pointer or the focus rests
 * on it, ms.
 */
const BEFORE_END_MS = 1_000;

/**
 * The offer of a message that is shown now. The message keeps its own time. It tells the outbox
 * only when it ends at another time than the one stored with the commands.
 */
export function offerOf(context: CommandContext, { ids, undo: run, lastsMs = UNDO_MS }: Offered): UndoOffer {
  const begunMs = performance.now();
  let endsMs = begunMs + lastsMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let close: (() => void) | null = null;

  const inMs = (ms: number, work: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(work, Math.max(0, ms));
  };
  const closeAtEnd = () => inMs(endsMs - performance.now(), () => close?.());
  const moveEnd = (toMs: number) => {
    endsMs = Math.min(toMs, begunMs + LONGEST_UNDO_MS);
    const endMs = context.clock() + endsMs - performance.now();
    // When the new end can't be written, or the person has left, the stored undo time holds.
    void endUndoAt(context, { ids, endMs }).catch(() => undefined);
  };
  const undoNow = () => {
    void run();
    const closing = close;
    over();
    closing?.();
  };
  const over = () => {
    clearTimeout(timer);
    close = null;
    openOffers = openOffers.filter((one) => one !== undoNow);
    if (openOffers.length === 0) document.removeEventListener('keydown', undoByKey);
  };

  return {
    timeoutMs: 0,
    spoken: UNDO.hint,
    action: { label: UNDO.act, onAction: () => void run() },
    onShown(closing) {
      close = closing;
      openOffers = [...openOffers, undoNow];
      document.addEventListener('keydown', undoByKey);
      closeAtEnd();
    },
    onPause(isNow) {
      if (close === null) return;
      const nowMs = performance.now();
      if (!isNow) {
        if (endsMs - nowMs < AFTER_REST_MS || endsMs > begunMs + lastsMs) moveEnd(nowMs + AFTER_REST_MS);
        return closeAtEnd();
      }
      inMs(endsMs - nowMs - BEFORE_END_MS, () => {
        moveEnd(begunMs + LONGEST_UNDO_MS);
        closeAtEnd();
      });
    },
    onClose(how) {
      const isEarly = close !== null && how === 'closed' && performance.now() < endsMs;
      over();
      if (isEarly) moveEnd(performance.now());
    },
  };
}

/** What undoes each offer that is open, the newest last. */
let openOffers: readonly (() => void)[] = [];

/** Ctrl+Z takes back the newest act. One listener serves all offers, or the oldest would answer. */
function undoByKey(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
  const isTyping = event.target instanceof Element && event.target.closest(TYPED_IN) !== null;
  const newest = openOffers.at(-1);
  if (!isUndo || isTyping || event.defaultPrevented || newest === undefined) return;
  event.preventDefault();
  newest();
}

/** Where Ctrl+Z is left alone, because the editor or the browser has an undo of its own. */
const TYPED_IN = 'input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable=true]';

/** Takes the commands back, and tells whether it could. */
async function undo(context: CommandContext, ids: readonly string[]): Promise<void> {
  try {
    await (ids.length === 1 ? undoOne(context, ids[0] ?? '') : undoAll(context, ids));
  } catch (error) {
    reportError(error);
    notify({ title: UNDO.failed, tone: 'danger' });
  }
}

async function undoAll(context: CommandContext, ids: readonly string[]): Promise<void> {
  tell(await undoCommands(context, ids), { title: UNDO.undone });
}

async function undoOne(context: CommandContext, id: string): Promise<void> {
  const command = await commandById(context.mirror, id);
  if (command === undefined || !isReply(command)) return undoAll(context, [id]);
  const { documentKey } = command;
  const draftId = replyDraftOf(documentKey);
  const isHere = formOf(draftId) !== undefined;
  let undoings: Undoing[] = [];
  // The box appends the words that come back to what is being typed in it.
  await joinDraft(draftId, async () => {
    undoings = await undoCommands(context, [id]);
  });
  const action = { label: UNDO.open, href: `/admin/view-document/${encodeURIComponent(documentKey)}` };
  tell(undoings, { title: UNDO.replyBack, action: isHere ? undefined : action });
  if (isHere && undoings.every((one) => one === 'undone')) toReplyOnce(draftId);
}

function tell(undoings: readonly Undoing[], undone: Notice): void {
  const not = notUndoneText(undoings);
  notify(not === null ? undone : { title: not, tone: 'danger' });
}

/** Frames to wait until the reply box is drawn anew from its draft. */
const FRAMES = 120;

/**
 * Gives the reply box the focus once it is drawn with the words that came back, unless the person
 * has gone elsewhere. It waits two frames at least, because a closing message gives the focus back.
 */
function toReplyOnce(draftId: string, frames = FRAMES): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    if (frames < FRAMES - 2 && formOf(draftId) !== undefined) requestAnimationFrame(toReply);
    else toReplyOnce(draftId, frames - 1);
  });
}
