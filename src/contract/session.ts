// The logged-in person: the answer of GET /api/user and of POST /login.

import * as v from 'valibot';
import { ReceiptKey } from './receipt-key.ts';
import { ActiveStatus, Id, Instant, OrganizationRef, Rev, Uuid } from './scalars.ts';

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
  /** How many days before a limit date people are reminded; absent from an older server. */
  reminder_days: v.optional(v.array(v.number())),
  /**
   * After how many working days in delay a chief is told; null: never. Absent from an older server.
   */
  escalation_days: v.optional(v.nullable(v.number())),
});
export type Tenant = v.InferOutput<typeof Tenant>;

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
   * The ways of notices that the person chose, by event. Empty: the person chose nothing. Absent:
   * the server sends no notices. Events and ways of a later version are ignored.
   */
  notices: v.optional(v.record(v.string(), v.array(v.string()))),
  /**
   * The change number of this answer, as a row of the feed has one; absent from a server without a
   * feed.
   */
  rev: v.optional(Rev),
  /**
   * The login of this session. When a command is sent, it names the login under which it was made
   * (S34).
   */
  login_id: v.optional(v.nullable(Uuid)),
  /**
   * The keys with which the tenant's receipts are or were signed (S98); a device keeps them, to
   * check receipts without a network.
   */
  receipt_keys: v.optional(v.array(ReceiptKey)),
  /** Changes when what the person may see has shrunk or moved (src/sync/promises.md, Pull). */
  scope_epoch: v.string(),
  /** The server's clock when it answered, from which the device learns its offset. */
  server_time: Instant,
});
export type SessionUser = v.InferOutput<typeof SessionUser>;

/**
 * The session as a row of the feed. It has no fields that change with every answer, and no keys,
 * which a device requests by their ids.
 */
export const FeedSession = v.omit(SessionUser, ['rev', 'receipt_keys', 'server_time']);
export type FeedSession = v.InferOutput<typeof FeedSession>;
