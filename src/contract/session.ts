// The logged-in person: the answer of GET /api/user and of POST /login.

import * as v from 'valibot';
import { ReceiptKey } from './receipt-key.ts';
import { ActiveStatus, Id, Instant, OrganizationRef, Rev, Uuid } from './scalars.ts';
import { SealingKeys } from './sealing.ts';

export const TENANT_SECTORS = ['public', 'private'] as const;

export const Tenant = v.object({
  id: Id,
  name: v.string(),
  acronym: v.string(),
  sector: v.picklist(TENANT_SECTORS),
  /** Path of the logo; null without one. */
  logo: v.nullable(v.string()),
  /** IANA zone in which calendar days begin and end. */
  time_zone: v.string(),
});
export type Tenant = v.InferOutput<typeof Tenant>;

/** What a stranger may know of whose server this is; null where it has several public bodies. */
export const PublicBody = v.object({
  name: v.nullable(v.string()),
  /** The logo as a data address; null without one. */
  logo: v.nullable(v.string()),
  /**
   * Whom to ask for help; absent where several bodies share the address, and from older servers.
   */
  contact_phone: v.optional(v.string()),
  contact_email: v.optional(v.string()),
});
export type PublicBody = v.InferOutput<typeof PublicBody>;

export const SessionUser = v.object({
  id: Id,
  name: v.string(),
  last_name: v.string(),
  email: v.string(),
  image: v.nullable(v.string()),
  status: ActiveStatus,
  organization_id: v.nullable(Id),
  organization: v.nullable(OrganizationRef),
  roles: v.array(v.object({ id: Id, name: v.string(), permissions: v.array(v.object({ name: v.string() })) })),
  tenant: Tenant,
  /**
   * The ways of notices that the person chose, by event, empty for one who chose none; absent from
   * a server that sends no notices. Events and ways of a later version are read past.
   */
  notices: v.optional(v.record(v.string(), v.array(v.string()))),
  /**
   * The number of the last change of this answer, as a row of the feed has it; absent from a server
   * without a feed.
   */
  rev: v.optional(Rev),
  /** The login of this session. Work made under it names it when it is sent (S34). */
  login_id: v.optional(v.nullable(Uuid)),
  /**
   * The keys with which the tenant's receipts are or were signed (S98); a device keeps them, to
   * check receipts without a network.
   */
  receipt_keys: v.optional(v.array(ReceiptKey)),
  /** Changes when the person's sight has shrunk or moved (src/sync/promises.md, Pull). */
  scope_epoch: v.string(),
  /** The server's clock when it answered, from which the device learns its offset. */
  server_time: Instant,
});
export type SessionUser = v.InferOutput<typeof SessionUser>;

/**
 * The session as a row of the feed, without the fields that change with every answer and without
 * keys, which a device requests by id.
 */
export const FeedSession = v.omit(SessionUser, ['rev', 'receipt_keys', 'server_time']);
export type FeedSession = v.InferOutput<typeof FeedSession>;

export const LoginInput = v.object({
  email: v.pipe(v.string(), v.maxLength(255)),
  password: v.pipe(v.string(), v.maxLength(1024)),
  remember: v.optional(v.boolean(), false),
  /** base64 of the solved ALTCHA challenge. */
  token: v.pipe(v.string(), v.maxLength(20_000)),
});
export type LoginInput = v.InferInput<typeof LoginInput>;

export const LoginAnswer = v.object({
  user: SessionUser,
  sealing: v.optional(SealingKeys),
  /** This browser has held the person's data, and has not reported that it erased them (S118). */
  known_device: v.optional(v.boolean()),
});
export type LoginAnswer = v.InferOutput<typeof LoginAnswer>;

/** The most people that one logout may name. */
const ERASED_MAX = 20;

/**
 * POST /logout. `erased`: ids of people whose data this device has erased, or is erasing, with
 * nothing of theirs left. Without it the server assumes this for the person of the session.
 */
export const LogoutInput = v.object({ erased: v.optional(v.pipe(v.array(Id), v.maxLength(ERASED_MAX))) });

/**
 * DELETE /api/profile/sessions: with `login` the session of this login alone; without it all except
 * the requesting one. The present password is required.
 */
export const EndSessionsInput = v.object({
  login: v.optional(Uuid),
  password_current: v.optional(v.pipe(v.string(), v.maxLength(1024))),
});

/** GET /api/profile/sessions. A client of the list shows what it can read of each. */
export const OwnSessions = v.object({
  sessions: v.array(
    v.object({
      id: v.nullable(v.string()),
      device: v.nullable(v.string()),
      began_at: Instant,
      used_at: Instant,
      current: v.boolean(),
    }),
  ),
});

/** POST /forgot-password. */
export const ForgotPasswordInput = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.maxLength(255)),
  /**
   * base64 of the solved ALTCHA challenge. Older versions of the client send none, and the answer
   * asks to reload.
   */
  token: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
});

/** POST /reset-password with the token of the link, which is valid once (rule H3). */
export const ResetPasswordInput = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.maxLength(255)),
  token: v.pipe(v.string(), v.nonEmpty('required'), v.maxLength(200)),
  password: v.pipe(v.string(), v.maxLength(1024)),
  password_confirmation: v.pipe(v.string(), v.maxLength(1024)),
});

/** GET /api/push/public-key. */
export const PushPublicKey = v.object({ public_key: v.string() });

export type OwnSession = v.InferOutput<typeof OwnSessions>['sessions'][number];

/** The answer of GET /api/profile/sessions; null when it is not ours. */
export function readOwnSessions(json: unknown): readonly OwnSession[] | null {
  const { success, output } = v.safeParse(OwnSessions, json);
  return success ? output.sessions : null;
}
