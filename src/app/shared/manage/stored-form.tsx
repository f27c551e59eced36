import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { FORM } from '../../text/manage-form.ts';
import { useDraftEpoch } from '../draft/open-drafts.ts';
import { useStoredDraft } from '../draft/use-stored-draft.ts';

type StoredFormProps = { draftId: string; children: (stored: StoredDraft) => ReactNode };

/** Reads what this device has kept of a form before the form is shown, and again when it is started over. */
export function StoredForm(props: StoredFormProps) {
  const epoch = useDraftEpoch(props.draftId);
  return <Read key={`${props.draftId}:${epoch}`} {...props} />;
}

function Read({ draftId, children }: StoredFormProps) {
  const { mirror } = useProfile();
  const stored = useStoredDraft(mirror, draftId);
  if (stored === undefined) return <SkeletonRows label={FORM.loading} count={3} />;
  return <>{children(stored)}</>;
}
