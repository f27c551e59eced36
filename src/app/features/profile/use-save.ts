import { useRef, useState } from 'react';
import type { SaveResult } from '../../online/save-profile.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { tellFieldErrors } from '../../shared/form/tell-field-errors.ts';
import { PROFILE } from '../../text/person/profile.ts';

export type Save = {
  readonly isSaving: boolean;
  /** Why nothing can be saved now: no connection, or no session. Null when it can. */
  readonly blocked: string | null;
  /** Sentences by the wire's name of the field; '' for those that belong to none. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Sends `content` by `send`; resolves to whether it was saved. */
  readonly run: (content: object, send: (key: string) => Promise<SaveResult>) => Promise<boolean>;
};

/**
 * Saving while the person waits. The same content keeps its key until there is an answer, so that a
 * second press after a lost answer changes nothing twice (rule E5).
 */
export function useSave(): Save {
  const { commandContext, sync } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const [isSaving, setSaving] = useState(false);
  const [errors, setErrors] = useState<Save['errors']>({});
  const last = useRef<{ content: object; key: string } | null>(null);

  async function run(content: object, send: (key: string) => Promise<SaveResult>): Promise<boolean> {
    if (isSaving) return false;
    setSaving(true);
    setErrors({});
    const same = last.current !== null && isSame(last.current.content, content);
    const key = same && last.current !== null ? last.current.key : commandContext.newId();
    last.current = { content, key };
    try {
      const result = await send(key);
      if (result.kind !== 'unanswered') last.current = null;
      if (result.kind === 'refused') {
        setErrors(result.errors);
        tellFieldErrors(result.errors);
      }
      if (result.kind === 'unanswered') setErrors({ '': [PROFILE.unanswered] });
      if (result.kind === 'login') setErrors({ '': [PROFILE.needsLogin] });
      // Lists and names on other screens come with the rows.
      if (result.kind === 'saved') sync.pullNow();
      return result.kind === 'saved';
    } finally {
      setSaving(false);
    }
  }

  const blocked = isOffline ? PROFILE.needsNetwork : needsLogin ? PROFILE.needsLogin : null;
  return { isSaving, blocked, errors, run };
}

/** Whether two contents hold the same values; a file is the same only if it is the same pick. */
function isSame(left: object, right: object): boolean {
  const [one, other] = [Object.entries(left), Object.entries(right)];
  return (
    one.length === other.length && one.every(([name, value]) => (right as Record<string, unknown>)[name] === value)
  );
}
