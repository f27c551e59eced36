import { OutboxBusy } from '#commands/outbox/own-command.ts';
import { takeBackCommand } from '#commands/outbox/take-back-command.ts';
import { loadDraft } from '#mirror/keep/drafts.ts';
import { picturesOf } from '#mirror/store/draft-row.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import { hasText } from '#domain/plain-text.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useEffect, useRef, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { replaceDraft } from '../../shared/draft/open-drafts.ts';
import { refusedFilesOf } from '../../shared/files/refused-files.ts';
import { flushForm } from '../../shared/draft/open-forms.ts';
import { makeSure } from '../../acts/take-back/make-sure.ts';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { busyText } from '../../text/outbox.ts';

export type TakeBack = {
  /** A draft exists already; the person is asked whether it may be replaced. */
  readonly isAsking: boolean;
  readonly replace: () => void;
  readonly close: () => void;
};

/** Brings a queued reply back into the reply box (Editar). Asks first when a draft would be lost. */
export function useTakeBack(at: {
  view: DocumentView;
  draftId: string;
  /** The command that the address names; null = none. */
  commandId: string | null;
  onDone: () => void;
}): TakeBack {
  const { view, draftId, commandId, onDone } = at;
  const { mirror, commandContext, sync, now } = useProfile();
  const [isAsking, setAsking] = useState(false);
  const begun = useRef<string | null>(null);
  const replaces = useRef(false);

  async function takeBack(id: string) {
    const items = await outboxItems(mirror, { nowMs: now() });
    const command = items.find((item) => item.command.id === id)?.command;
    if (command?.type !== 'respond') return;
    const { content, limit_date: limitDate, responsible_ids: responsibleIds } = command.payload;
    const fields = {
      content,
      limitDate: limitDate ?? view.document.limit_date,
      responsibleId: responsibleIds?.[0] ?? null,
      refusedFiles: refusedFilesOf(command.lastError?.errors['files'] ?? [], command.files),
    };
    try {
      if (!(await makeSure(sync, command))) return;
      await replaceDraft(draftId, () =>
        takeBackCommand(commandContext, { id, draft: { id: draftId, fields, savedAtMs: now() } }),
      );
    } catch (error) {
      notify({
        title: error instanceof OutboxBusy ? busyText(error) : notStoredText(error),
        tone: 'danger',
        about: view.document.key,
      });
    }
  }

  async function begin(id: string) {
    await flushForm(draftId);
    const kept = await loadDraft(mirror, draftId);
    const content = kept?.fields['content'];
    if (
      (typeof content === 'string' && hasText(content)) ||
      (kept?.fileIds.length ?? 0) + picturesOf(kept).length > 0
    ) {
      setAsking(true);
      return;
    }
    await takeBack(id);
    onDone();
  }

  useEffect(() => {
    if (commandId === null || begun.current === commandId) return;
    begun.current = commandId;
    void begin(commandId);
  });

  return {
    isAsking,
    replace() {
      replaces.current = true;
    },
    close() {
      setAsking(false);
      // The dialog closes first and tells its answer right after.
      queueMicrotask(() => {
        const isReplaced = replaces.current;
        replaces.current = false;
        if (commandId === null || !isReplaced) onDone();
        else void takeBack(commandId).then(onDone);
      });
    },
  };
}
