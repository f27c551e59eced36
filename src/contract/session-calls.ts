// Requests and answers around a session: login, logout, passwords, and the person's sessions on
// other devices.

import * as v from 'valibot';
import { Id, Instant, Uuid } from './scalars.ts';
import { SealingKeys } from './sealing.ts';
import { SessionUser } from './session.ts';

export const LoginInput = v.object({
  email: v.pipe(v.string(), v.maxLength(255)),
  password: v.pipe(v.string(), v.maxLength(1024)),
  remember: v.optional(v.boolean(), false),
  /** base64 of the solved ALTCHA challenge. */
  token: v.pipe(v.string(), v.maxLength(20_000)),
});
export type LoginInput = v.InferInput<typeof LoginInput>;

/** The most people that one logout may name. */
const ERASED_MAX = 20;

/**
 * POST /logout. `erased`: ids of people whose data this device has erased, or is erasing, with
 * nothing of theirs kept. Without it the server assumes the person of the session.
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

/** POST /forgot-password. */
export const ForgotPasswordInput = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.maxLength(255)),
  /**
   * base64 of the solved ALTCHA challenge. Older versions of the client send none; the server then
   * answers that they must reload.
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

export const LoginAnswer = v.object({
  user: SessionUser,
  sealing: v.optional(SealingKeys),
  /**
   * Whether this browser has held the person's data and has not reported that it erased them
   * (S118).
   */
  known_device: v.optional(v.boolean()),
});
export type LoginAnswer = v.InferOutput<typeof LoginAnswer>;

/** GET /api/push/public-key. */
export const PushPublicKey = v.object({ public_key: v.string() });

/**
 * The public body of the server, as a person without a login may know it (S248). `name` is null
 * where the address serves several public bodies.
 */
export const PublicBody = v.object({
  name: v.nullable(v.string()),
  /** The logo as a data address; null without one. */
  logo: v.nullable(v.string()),
  /**
   * Contact for help; absent where several public bodies share the address, and from older servers.
   */
  contact_phone: v.optional(v.string()),
  contact_email: v.optional(v.string()),
});
export type PublicBody = v.InferOutput<typeof PublicBody>;

/** GET /api/profile/sessions: where the person is logged in. */
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

export type OwnSession = v.InferOutput<typeof OwnSessions>['sessions'][number];

/** The answer of GET /api/profile/sessions; null when it is not ours. */
export function readOwnSessions(json: unknown): readonly OwnSession[] | null {
  const { success, output } = v.safeParse(OwnSessions, json);
  return success ? output.sessions : null;
}
