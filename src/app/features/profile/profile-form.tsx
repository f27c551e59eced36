// What both forms of the profile share: which fields are missing, whether a password is good, what
// has changed, and how they are saved.

import { judgePassword } from '#domain/passwords.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import { emailOf, isBlank } from '#domain/text.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { defined } from '#ui/base/defined.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useDraft } from '../../shared/draft/use-draft.ts';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { SaveResult } from '../../online/save-profile.ts';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { tellFieldErrors } from '../../shared/form/tell-field-errors.ts';
import { PROFILE, missingText } from '../../text/person/profile.ts';
import { Button } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Check } from 'lucide-react';
import { footRef } from '../../shared/screen/foot-ref.ts';
import styles from './profile-screen.module.css';

export type Account = {
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  readonly organization_id: number | null;
};

/** The names of the empty fields that must be filled, as they are read after "Falta:". */
export function missingInAccount({ name, last_name, email }: Account): string[] {
  return [
    ...(isBlank(name) ? ['nome'] : []),
    ...(isBlank(last_name) ? ['sobrenome'] : []),
    ...(isBlank(email) ? ['e-mail'] : []),
  ];
}

export type PasswordProblem = { readonly field: 'password' | 'repeat'; readonly code: RefusalCode | 'differ' };

/** Why a new password can't be saved; null when it can, and when none is typed. */
export function passwordProblem(typed: { password: string; repeat: string; email: string }): PasswordProblem | null {
  const { password, repeat, email } = typed;
  if (password === '') return repeat === '' ? null : { field: 'repeat', code: 'differ' };
  const refusal = judgePassword(password, email);
  if (refusal !== null) return { field: 'password', code: refusal.code };
  return password === repeat ? null : { field: 'repeat', code: 'differ' };
}

/**
 * Whether another e-mail is typed, which needs the present password. Letter case and invisible
 * characters make no difference.
 */
export function isOtherEmail(stored: string, typed: string): boolean {
  return !isBlank(typed) && emailOf(typed).toLowerCase() !== emailOf(stored).toLowerCase();
}

/**
 * The entries of `typed` that differ from `stored`: an edit sends what its author changed (rule
 * E6).
 */
export function changesOf<Fields extends object>(stored: Fields, typed: Fields): Partial<Fields> {
  const changed = Object.entries(typed).filter(([name, value]) => value !== stored[name as keyof Fields]);
  return Object.fromEntries(changed) as Partial<Fields>;
}

/**
 * Ids of the drafts of the profile. A password is never part of one, and a picked picture is not
 * kept.
 */
export const PROFILE_DRAFTS = {
  account: 'profile:account',
  tenant: 'profile:tenant',
  notices: 'profile:notices',
} as const;

type TypedFields<Fields> = {
  readonly fields: Fields;
  readonly change: (part: Partial<Fields>) => void;
  /** Forgets what was typed, here and on this device. */
  readonly reset: () => Promise<void>;
};

/**
 * The fields of a form: `values`, overlaid with what was typed, which is kept as a draft. A field
 * that was not typed in follows `values`, so that a change that arrives meanwhile is shown and not
 * undone.
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
      // What was typed is saved by then, so a draft that can't be erased is no failure.
      await draft.discard().catch(reportError);
      draft.resume();
    },
  };
}

type Save = {
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
      // The changed rows are fetched at once, because other screens show names and lists from them.
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

/**
 * The foot of a form of the profile: Salvar, and beside it why it can't be pressed, or whom the
 * change reaches.
 */
export function ProfileFooter(props: {
  save: Save;
  missing: readonly string[];
  isChanged: boolean;
  /** What saving will do, when nothing prevents it. */
  meaning?: string | undefined;
}) {
  const { save, missing, isChanged, meaning } = props;
  const others = save.errors[''] ?? [];
  const why =
    save.blocked ??
    (missing.length > 0 ? missingText(missing) : isChanged ? (meaning ?? null) : (meaning ?? PROFILE.unchanged));
  const isClosed = save.blocked !== null || missing.length > 0 || !isChanged;
  const bar = useRef<HTMLDivElement>(null);
  const place = useCallback((element: HTMLDivElement | null) => {
    bar.current = element;
    return footRef(element);
  }, []);
  // Saving disables the button, and a disabled button loses the focus. The foot takes it then.
  useLayoutEffect(() => {
    if (isClosed && bar.current?.contains(document.activeElement) === true) bar.current.focus();
  }, [isClosed]);
  return (
    <>
      {others.length === 0 ? null : (
        <Banner tone="danger" role="alert">
          {others.join(' ')}
        </Banner>
      )}
      <div ref={place} tabIndex={-1} className={styles.footer}>
        <Button type="submit" variant="primary" size="lg" icon={Check} isDisabled={isClosed} isPending={save.isSaving}>
          {save.isSaving ? PROFILE.saving : PROFILE.save}
        </Button>
        {why === null ? null : <p className={styles.why}>{why}</p>}
      </div>
    </>
  );
}
