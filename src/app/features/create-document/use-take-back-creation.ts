import { OutboxBusy } from '#commands/own-command.ts';
import { takeBackCommand } from '#commands/take-back-command.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { notify } from '#ui/toast.tsx';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../profile.tsx';
import { OUTBOX_TEXT } from '../../text/outbox.ts';
import { formOf } from './create-form.ts';

/**
 * Brings a queued or refused creation back into the form (Editar, Corrigir), as a draft of its own beside the ordinary one;
 * what the server said about its fields comes along.
 */
export function useTakeBackCreation(at: { commandId: string | null; onDraft: (draftId: string | null) => void }): void {
  const { commandId, onDraft } = at;
  const { mirror, commands, now } = useProfile();
  const begun = useRef<string | null>(null);

  useEffect(() => {
    async function takeBack(id: string) {
      const items = await outboxItems(mirror, { nowMs: now() });
      const command = items.find((item) => item.command.id === id)?.command;
      if (command?.type !== 'create-document') return onDraft(null);
      const errors = Object.entries(command.lastError?.errors ?? {});
      const sentences = Object.fromEntries(errors.map(([field, said]) => [field, said[0] ?? '']));
      const draftId = `create:${id}`;
      try {
        await takeBackCommand(commands, {
          id,
          draft: { id: draftId, fields: formOf(command.payload, sentences), savedAtMs: now() },
        });
        onDraft(draftId);
      } catch (error) {
        const reason = error instanceof OutboxBusy ? error.reason : 'missing';
        const title =
          reason === 'dependents'
            ? OUTBOX_TEXT.hasDependents
            : reason === 'sending'
              ? OUTBOX_TEXT.sending
              : OUTBOX_TEXT.alreadySent;
        notify({ title, tone: 'danger' });
        onDraft(null);
      }
    }
    if (commandId === null || begun.current === commandId) return;
    begun.current = commandId;
    void takeBack(commandId);
  }, [commandId, commands, mirror, now, onDraft]);
}
