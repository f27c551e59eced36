// What every screen of the admin area needs: the person, their mirror, today in the tenant's zone,
// and the context of the commands.

import type { CommandContext } from '#commands/frame/context.ts';
import type { SessionUser } from '#contract/session.ts';
import { type CalendarDay, dayAt } from '#domain/dates.ts';
import { hasPermission, isSuperAdmin, type Permission } from '#domain/permissions.ts';
import { readMeta } from '#mirror/store/storage.ts';
import { sessionOf } from '#mirror/questions/session.ts';
import type { DoubtAnswer } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import {
  createContext,
  type ReactNode,
  useContext,
  useMemo,
  useRef,
  useSyncExternalStore,
  type DependencyList,
  useEffect,
  useState,
} from 'react';
import type { OpenProfile } from './profile-store.ts';
import { pressOver } from '#ui/base/after-paint.ts';
import { replaceEqualDeep } from '@tanstack/react-router';

/** The person as questions of the mirror take them. */
export type Person = { readonly userId: number; readonly superAdmin: boolean; readonly acronym: string };

export type Profile = {
  readonly mirror: Mirror;
  readonly session: SessionUser;
  readonly person: Person;
  /** IANA zone of the tenant: days begin and end there. */
  readonly zone: string;
  /** Today in the tenant's zone; screens render again at its midnight. */
  readonly today: CalendarDay;
  /** Epoch ms now, by the injected clock. */
  readonly now: () => number;
  readonly commandContext: CommandContext;
  /** `drained` resolves when everything that could be sent has been sent. */
  readonly sync: {
    readonly drainNow: () => void;
    readonly pullNow: () => void;
    readonly drained: () => Promise<void>;
    /** Pulls; resolves to whether the mirror is up to date then. */
    readonly pulled: () => Promise<boolean>;
    /** Asks the server whether it has a command whose answer was lost. */
    readonly withdrawCommand: (commandId: string) => Promise<DoubtAnswer>;
    /** Whether the last data from the server did not fit on this device. */
    readonly storageFull: OpenProfile['sync']['storageFull'];
  };
  /** Whether the person's roles have the permission (rule B3). */
  readonly may: (permission: Permission) => boolean;
};

const ProfileContext = createContext<Profile | null>(null);

/** The profile of the person who is logged in. Throws outside a `ProfileProvider`. */
export function useProfile(): Profile {
  const profile = useContext(ProfileContext);
  if (profile === null) throw new Error('useProfile is for screens of the admin area');
  return profile;
}

export function ProfileProvider({ profile, children }: { profile: OpenProfile; children: ReactNode }) {
  const session = useSession(profile);
  const today = useToday(profile.clock, session.tenant.time_zone);
  const value = useMemo(() => profileOf({ open: profile, session, today }), [profile, session, today]);
  return <ProfileContext value={value}>{children}</ProfileContext>;
}

/**
 * The session, live. It stays the same object until its content changes, so that screens are not
 * drawn again without need.
 */
function useSession({ mirror, session }: OpenProfile): SessionUser {
  const latest = useRef(session);
  const read = async () => {
    const now = (await sessionOf(mirror)) ?? latest.current;
    if (JSON.stringify(now) !== JSON.stringify(latest.current)) latest.current = now;
    return latest.current;
  };
  return useLiveQuery(read, [mirror], session);
}

function profileOf({ open, session, today }: { open: OpenProfile; session: SessionUser; today: CalendarDay }): Profile {
  const { mirror, sync } = open;
  return {
    mirror,
    session,
    person: { userId: session.id, superAdmin: isSuperAdmin(session.roles), acronym: session.tenant.acronym },
    zone: session.tenant.time_zone,
    today,
    now: open.clock,
    commandContext: {
      mirror,
      session,
      clock: open.clock,
      newId: open.newId,
      wake: open.wake,
      offsetMs: async () => (await readMeta(mirror, 'clockOffsetMs')) ?? 0,
    },
    sync: {
      drainNow: () => void quietly(sync.drainNow),
      pullNow: () => void quietly(sync.pullNow),
      drained: () => quietly(sync.drainNow),
      pulled: async () => (await sync.pullNow().catch(() => null)) === 'pulled',
      withdrawCommand: (commandId) => sync.withdrawCommand(commandId),
      storageFull: sync.storageFull,
    },
    may: (permission) => hasPermission(session.roles, permission),
  };
}

/**
 * Runs work of sync and ignores its errors, because sync stores what stops it in the mirror, where
 * the pill and Pendências read it.
 */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  await work().catch(() => undefined);
}

const DAY_CHECK_MS = 30_000;

/**
 * Compares the day every half minute and when the page becomes visible, because the timers of a
 * sleeping phone do not run at midnight.
 */
function watchDay(look: () => void): () => void {
  const timer = setInterval(look, DAY_CHECK_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

function useToday(clock: () => number, zone: string): CalendarDay {
  return useSyncExternalStore(watchDay, () => dayAt(clock(), zone));
}

/**
 * The answer of a question to the mirror, live; undefined until the first one. Unchanged parts stay
 * the same objects, so that their components are not drawn again. New answers wait until a press is
 * over (S109).
 */
export function useLive<Answer>(question: () => PromiseLike<Answer>, deps: DependencyList): Answer | undefined {
  const last = useRef<Answer>(undefined);
  return useLiveQuery(async () => {
    const answer = await question();
    await pressOver();
    last.current = replaceEqualDeep(last.current, answer);
    return last.current;
  }, [...deps]);
}

const EVERY_MS = 10_000;

/** Epoch ms by the injected clock, updated every ten seconds: for waiting times in words. */
export function useNow(): number {
  const { now } = useProfile();
  const [nowMs, setNowMs] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(now()), EVERY_MS);
    return () => clearInterval(timer);
  }, [now]);
  return nowMs;
}
