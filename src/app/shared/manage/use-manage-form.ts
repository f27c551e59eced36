// The state of a form of reference data. Its draft has only the fields that the person changed, so
// that other people's changes of the row survive an edit (rule E6).

import { discardDraft } from '#mirror/keep/drafts.ts';
import type { FileRow } from '#mirror/store/rows.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { replaceDraft } from '../draft/open-drafts.ts';
import { useDraft } from '../draft/use-draft.ts';
import { notStoredText } from '../form/not-stored.ts';
import { tellFieldErrors } from '../form/tell-field-errors.ts';
import { useSending } from '../form/use-sending.ts';
import { changedFields, type FieldErrors, type Missing, withoutField } from './form-fields.ts';

/** The result of sending a form. Errors are sentences by the wire's names of the fields. */
export type FormOutcome = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly errors: FieldErrors };

export type ManageForm<Fields> = {
  /** The row's values, overlaid with the person's changes. */
  readonly fields: Fields;
  /** The changes that differ from the row. */
  readonly changes: Partial<Fields>;
  readonly change: (change: Partial<Fields>) => void;
  /** Every sentence about a field, the rules' and the server's. */
  readonly errorOf: (field: string) => string | undefined;
  /** The refusals by field. */
  readonly errors: FieldErrors;
  readonly missing: readonly Missing[];
  readonly isSending: boolean;
  /**
   * Runs `work` once, with the files of the form; nothing is lost when it refuses or throws. It
   * does not run when a file that was still being stored is not kept: the field of the files says
   * why.
   */
  readonly submit: (work: (files: readonly FileRow[]) => Promise<FormOutcome>) => Promise<void>;
  /** Files of the form, stored on this device as soon as they are picked. */
  readonly files: readonly FileRow[];
  readonly addFiles: (files: readonly File[]) => Promise<void>;
  /** Runs `work`, which stores files. Sending or discarding the draft waits for its end. */
  readonly store: (work: () => Promise<boolean>) => Promise<boolean>;
  readonly removeFile: (id: string) => Promise<void>;
  /** Epoch ms of the last save on this device; null while nothing is kept. */
  readonly keptAtMs: number | null;
  readonly startOver: () => Promise<void>;
};

export function useManageForm<Fields extends Readonly<Record<string, unknown>>>(start: {
  /** `manage:<collection>:…` (mirror/keep/drafts.ts). */
  readonly draftId: string;
  readonly stored: StoredDraft;
  /** The row as it is, or the values that a new row begins with. */
  readonly values: Fields;
  readonly missingOf: (fields: Fields, files: readonly FileRow[]) => readonly Missing[];
  /** What the server refused of a command that is corrected in this form. */
  readonly refused?: FieldErrors | undefined;
}): ManageForm<Fields> {
  const { draftId, stored, values, missingOf, refused = {} } = start;
  const { mirror, now, commandContext } = useProfile();
  const draft = useDraft<Partial<Fields>>({
    mirror,
    id: draftId,
    empty: {},
    stored,
    now,
    newId: commandContext.newId,
  });
  const [errors, setErrors] = useState<FieldErrors>(() =>
    Object.keys(stored.row?.fields ?? {}).reduce(withoutField, refused),
  );
  const [told, setTold] = useState(refused);
  // The server refused the command while its form was open.
  if (JSON.stringify(told) !== JSON.stringify(refused)) {
    setTold(refused);
    setErrors(refused);
  }
  const sending = useSending();
  const fields: Fields = { ...values, ...draft.fields };

  return {
    fields,
    changes: changedFields(values, draft.fields),
    change(change) {
      setErrors((before) => Object.keys(change).reduce(withoutField, before));
      draft.change(change);
    },
    errorOf: (field) => errors[field]?.join(' '),
    errors,
    missing: missingOf(fields, draft.files),
    isSending: sending.isSending,
    submit: (work) =>
      sending.send(async () => {
        setErrors({});
        try {
          const outcome = await draft.handOver(({ files }) => work(files));
          if (outcome === null) return false;
          if (outcome.kind === 'done') {
            // What the form sent is stored by then, so a draft that can't be erased is no failure.
            await draft.discard().catch(reportError);
            return true;
          }
          setErrors(outcome.errors);
          tellFieldErrors(outcome.errors);
        } catch (error) {
          notify({ title: notStoredText(error), tone: 'danger' });
        }
        draft.resume();
        return false;
      }),
    files: draft.files,
    addFiles: draft.addFiles,
    store: draft.store,
    removeFile: draft.removeFile,
    keptAtMs: draft.savedAtMs,
    startOver: () =>
      replaceDraft(draftId, () => discardDraft(mirror, draftId)).catch(
        () => void notify({ title: OUTBOX_TEXT.draftNotDiscarded, tone: 'danger' }),
      ),
  };
}
