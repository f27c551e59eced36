import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { defined } from '#ui/base/defined.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useDraft } from '../../shared/draft/use-draft.ts';

/**
 * Ids of the drafts of the profile. A password is never part of one, and a picked picture is not
 * kept.
 */
export const PROFILE_DRAFTS = { account: 'profile:account', tenant: 'profile:tenant' } as const;

type TypedFields<Fields> = {
  readonly fields: Fields;
  readonly change: (part: Partial<Fields>) => void;
  /** Forgets what was typed, here and on this device. */
  readonly reset: () => Promise<void>;
};

/**
 * The fields of a form: those of `values`, changed by what was typed, which this device keeps as it
 * keeps every form that is being written. What was not typed follows `values`, so that a change
 * that arrives meanwhile is shown and not undone.
 */
export function useTyped<Fields extends object>(start: {
  id: string;
  stored: StoredDraft;
  values: Fields;
}): TypedFields<Fields> {
  const { id, stored, values } = start;
  const { mirror, now, commandContext } = useProfile();
  const draft = useDraft<Record<string, unknown>>({
    mirror,
    id,
    empty: {},
    stored,
    now,
    newId: commandContext.newId,
  });
  return {
    fields: { ...values, ...defined(draft.fields) },
    change: draft.change,
    async reset() {
      draft.change(Object.fromEntries(Object.keys(draft.fields).map((name) => [name, undefined])));
      await draft.discard();
      draft.resume();
    },
  };
}
