import { continueOnRow } from '#mirror/keep/drafts.ts';
import { managedBy } from '#mirror/keep/written-drafts.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { serverIdOfKey } from '#mirror/store/rows.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { FORM } from '../../text/manage/manage.ts';
import { replaceDraft, useDraftEpoch } from '../draft/open-drafts.ts';
import { flushForm } from '../draft/open-forms.ts';
import { useStoredDraft } from '../draft/use-stored-draft.ts';

type StoredFormProps = {
  draftId: string;
  /** `draftId`: the draft that the form shows. It changes when the row is registered. */
  children: (stored: StoredDraft, draftId: string) => ReactNode;
};

/** Reads a form's draft before the form is shown, and again when the draft is replaced. */
export function StoredForm({ draftId, children }: StoredFormProps) {
  const openId = useFollowed(draftId);
  const epoch = useDraftEpoch(openId);
  return (
    <Read key={`${openId}:${epoch}`} draftId={openId}>
      {children}
    </Read>
  );
}

/**
 * The draft that follows its row. When the edited row is registered, its key changes. The typed
 * fields then move to the new key's draft, and the form starts again from it.
 */
function useFollowed(draftId: string): string {
  const { mirror } = useProfile();
  const [openId, setOpenId] = useState(draftId);
  const follows = isOfRowMadeHere(openId);
  if (openId !== draftId && !follows) setOpenId(draftId);
  useEffect(() => {
    if (openId === draftId || !follows) return;
    void flushForm(openId)
      .then(() =>
        replaceDraft(openId, async () => {
          await continueOnRow(mirror, { from: openId, to: draftId });
          setOpenId(draftId);
        }),
      )
      .catch(reportError);
  }, [openId, draftId, follows, mirror]);
  return openId;
}

/** Whether the draft is of a row made on this device. Only such a row changes its key. */
function isOfRowMadeHere(draftId: string): boolean {
  const about = managedBy({ id: draftId })?.about;
  return typeof about === 'object' && 'row' in about && serverIdOfKey(about.row) === null;
}

function Read({ draftId, children }: StoredFormProps) {
  const { mirror } = useProfile();
  const stored = useStoredDraft(mirror, draftId);
  if (stored === undefined) return <SkeletonRows label={FORM.loading} count={3} />;
  return <>{children(stored, draftId)}</>;
}
