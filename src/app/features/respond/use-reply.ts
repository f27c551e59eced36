import { respond } from '#commands/documents/respond.ts';
import { hasText } from '#domain/plain-text.ts';
import { activePeople } from '#mirror/questions/people.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { useProfile } from '../../profile/profile.tsx';
import { runGesture } from '../../acts/notices/notify-stored.ts';
import { useUndo } from '../../acts/take-back/undo-act.ts';
import { type Attachments, type PagesOpen, useAttachments } from '../../acts/attach/use-attachments.ts';
import { type Draft, useDraft } from '../../shared/draft/use-draft.ts';
import type { RefusedFiles } from '../../shared/files/file-problems.tsx';
import { useSending } from '../../shared/form/use-sending.ts';
import { REPLY_DONE } from '../../text/document/acts.ts';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { type ReplyEffect, replyEffect } from './reply-effect.ts';

type Fields = {
  readonly content: string;
  readonly limitDate: string | null;
  readonly responsibleId: number | null;
  /** Refusals of files by the server, when a refused reply is being corrected. */
  readonly refusedFiles?: RefusedFiles;
};

export type Reply = {
  readonly view: DocumentView;
  readonly draft: Draft<Fields>;
  readonly effect: ReplyEffect;
  readonly canExtend: boolean;
  readonly canTransfer: boolean;
  readonly isSending: boolean;
  /** Something was typed, chosen or attached. */
  readonly isStarted: boolean;
  /** Whether a reply has been begun, including text that is typed and not drawn yet. */
  readonly hasBegun: () => boolean;
  readonly attachments: Attachments;
  /** `effect` of everything that is typed, including text that is not drawn yet. */
  readonly effectNow: () => ReplyEffect;
  /** Resolves to whether the reply was stored. */
  readonly send: () => Promise<boolean>;
  readonly startOver: () => Promise<void>;
};

type ReplyStart = {
  readonly view: DocumentView;
  readonly id: string;
  readonly stored: StoredDraft;
  readonly pagesOpen: PagesOpen;
  /** `commandId`: the stored command; null when the reply was discarded. */
  readonly onSent: (commandId: string | null) => void;
};

/** The reply that is being written: its draft, what sending it would do, and the sending. */
export function useReply(at: ReplyStart): Reply {
  const { view, id, stored, pagesOpen, onSent } = at;
  const { document } = view;
  const { mirror, commandContext, now } = useProfile();
  const sending = useSending();
  const { undoMs, offer } = useUndo();
  const empty: Fields = { content: '', limitDate: document.limit_date, responsibleId: null };
  const draft = useDraft<Fields>({ mirror, id, mark: document.mark, empty, stored, now, newId: commandContext.newId });
  const attachments = useAttachments(draft, {
    pagesOpen,
    onChoice() {
      // A refusal of all files together no longer holds once the files change.
      const { '': all, ...each } = draft.latest().refusedFiles ?? {};
      if (all !== undefined) draft.change({ refusedFiles: each });
    },
  });
  const people = useLiveQuery(() => activePeople(mirror), [mirror]);
  const { extendDocument: canExtend, transferDocument: canTransfer } = document.abilities;
  const shown = (of: Fields): Fields => ({
    ...of,
    // Another person may have extended the date since the draft was saved, and an earlier date
    // can't be requested any more.
    limitDate: laterOf(of.limitDate, document.limit_date),
    // The field offers only active people; an id of any other person is shown as empty.
    responsibleId:
      canTransfer && (people?.some((person) => person.id === of.responsibleId) ?? false) ? of.responsibleId : null,
  });
  const effectOf = (of: Fields) =>
    replyEffect(of, { currentLimitDate: document.limit_date, canExtend, hasLoosePages: attachments.loose > 0 });
  const isStarted = (of: Fields) =>
    hasText(of.content) ||
    draft.files.length + attachments.loose > 0 ||
    of.responsibleId !== null ||
    effectOf(of).limitDate !== null;
  const fields = shown(draft.fields);
  const effect = effectOf(fields);

  async function send() {
    const typed = shown(draft.latest());
    const { act, canSend, limitDate } = effectOf(typed);
    let isStored = false;
    if (!canSend) return isStored;
    await sending.send(async () => {
      let commandId: string | null = null;
      const told = { mirror, done: REPLY_DONE[act], about: document.key, undo: offer };
      isStored = await runGesture(told, () =>
        draft.handOver(async ({ files }) => {
          const result = await respond(commandContext, {
            documentKey: document.key,
            seen: document,
            content: hasText(typed.content) ? typed.content : '',
            limitDate,
            responsibleIds: typed.responsibleId === null ? null : [typed.responsibleId],
            organizationIds: [],
            fileIds: files.map((file) => file.id),
            draftId: id,
            undoMs,
          });
          if (result.kind === 'stored') ({ commandId } = result);
          return result;
        }),
      );
      if (isStored) onSent(commandId);
      else draft.resume();
      return isStored;
    });
    return isStored;
  }

  return {
    view,
    draft: { ...draft, fields },
    effect,
    canExtend,
    canTransfer,
    isSending: sending.isSending,
    isStarted: isStarted(fields),
    hasBegun: () => isStarted(shown(draft.latest())),
    attachments,
    effectNow: () => effectOf(shown(draft.latest())),
    send,
    async startOver() {
      try {
        await draft.discard();
      } catch {
        notify({ title: OUTBOX_TEXT.draftNotDiscarded, tone: 'danger', about: document.key });
        return;
      }
      onSent(null);
    },
  };
}

function laterOf(chosen: string | null, current: string): string | null {
  return chosen !== null && chosen < current ? current : chosen;
}
