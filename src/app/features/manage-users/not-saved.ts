import type { FormOutcome } from '../../shared/manage/use-manage-form.ts';
import type { WriteRefused } from '../../online/direct-write.ts';
import { USER_FORM } from '../../text/manage/users.ts';

/** Why a person was not saved, for the form. `unanswered`: the sentence for a lost answer. */
export function notSaved(refused: WriteRefused, unanswered: string): FormOutcome {
  if (refused.kind === 'refused') return refused;
  return { kind: 'refused', errors: { '': [refused.kind === 'login' ? USER_FORM.needsLogin : unanswered] } };
}
