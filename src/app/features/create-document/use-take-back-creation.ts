import { beginCorrection, correctionDraftOf } from '#commands/outbox/correct-creation.ts';
import { OutboxBusy } from '#commands/outbox/own-command.ts';
import { takeBackCommand } from '#commands/outbox/take-back-command.ts';
import type { CommandOf } from '#mirror/store/outbox-row.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { makeSure } from '../../acts/take-back/make-sure.ts';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { busyText } from '../../text/outbox.ts';
import { formOf } from './create-form.ts';

/**
 * Brings a creation into the form, as a draft of its own beside the ordinary one. A queued creation leaves the outbox
 * (Editar). A refused one keeps its place there until it is sent again (Corrigir), and what the server said about its
 * fields comes with it.
 */
export function useTakeBackCreation(at: { commandId: string | null; onDraft: (draftId: string | null) => void }): void {
  const { commandId, onDraft } = at;
  const { mirror, commandContext, sync, now } = useProfile();
  const begun = useRef<string | null>(null);

  useEffect(() => {
    async function open(command: CommandOf<'create-document'>): Promise<string> {
      const { id, payload, lastError } = command;
      const draftId = correctionDraftOf(id);
      if (command.state === 'refused') {
        const said = Object.entries(lastError?.errors ?? {});
        const errors = Object.fromEntries(said.map(([field, sentences]) => [field, sentences.join(' ')]));
        await beginCorrection(commandContext, { id, fields: formOf(payload, { corrects: id, errors }) });
      } else {
        await takeBackCommand(commandContext, {
          id,
          draft: { id: draftId, fields: formOf(payload), savedAtMs: now() },
        });
      }
      return draftId;
    }
    async function takeBack(id: string) {
      let about: string | undefined;
      try {
        const items = await outboxItems(mirror, { nowMs: now() });
        const command = items.find((item) => item.command.id === id)?.command;
        about = command?.documentKey;
        const isFree = command?.type === 'create-document' && (await makeSure(sync, command));
        onDraft(isFree ? await open(command) : null);
      } catch (error) {
        notify({ title: error instanceof OutboxBusy ? busyText(error) : notStoredText(error), tone: 'danger', about });
        onDraft(null);
      }
    }
    if (commandId === null || begun.current === commandId) return;
    begun.current = commandId;
    void takeBack(commandId);
  }, [commandId, commandContext, mirror, sync, now, onDraft]);
}
