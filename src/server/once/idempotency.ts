// Exactly once (src/sync/promises.md, Exactly once): the receipt is written in the transaction of
// the effect, under a key that is unique per person, with a fingerprint of the request. The key is
// looked up before anything is authorised, so that a replay is answered even when its author has
// lost the permission since. Only effects are stored; refusals are judged anew.

import { contentText, SIGNED_FORMAT, SignedContent } from '#contract/signed-receipt.ts';
import { Receipt, type ReceiptNote } from '#contract/writes.ts';
import { sql, type SQL } from 'drizzle-orm';
import { actOf } from './act-of.ts';
import { recordAccesses } from '../accesses/record-access.ts';
import type { FastifyBaseLogger } from 'fastify';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Database, isMissingValue, isUniqueViolation, type Transaction } from '../db/database.ts';
import { instantJson } from '../db/json.ts';
import { withdrawals } from '../db/schema/history.ts';
import type { ReceivedFile } from '../files/receive-file.ts';
import { guardStorage, judgeStorage, StorageUse, storageUseJson, type Storing } from '../files/storage-quota.ts';
import type { Actor } from '../policies/actor.ts';
import type { StoredDocument } from '../queries/find-document.ts';
import { HttpProblem, problems } from '../reporting/errors.ts';
import type { SecurityEvent } from '../reporting/log-events.ts';
import { logSecurity, type SecurityFacts } from '../reporting/security-log.ts';
import type { ReceiptKeys, Signing } from '../signing/receipt-keys.ts';
import { type ChangeStamp, stampChange } from './change-counter.ts';
import { judgeStanding, stand, StandingColumn, standingStep, takeTurn, wholeDatabase } from './standing.ts';

/** The author, the time and the headers of a command: a part of every call. */
export type Writing = {
  readonly actor: Actor;
  readonly command: { readonly key: string | null; readonly attempt: number };
  readonly now: number;
  readonly log: FastifyBaseLogger;
  readonly services: Storing & { readonly database: Database; readonly receiptKeys: ReceiptKeys };
  /** Files that were added to the store; absent means none. */
  readonly files?: readonly ReceivedFile[];
  /**
   * True when the write is only judged: its whole effect is made and rolled back, and Rehearsed is
   * thrown.
   */
  readonly rehearsal?: boolean;
};

/** Notes a security event, which is logged after the commit. */
export type Tell = (event: SecurityEvent, facts: Omit<SecurityFacts, 'user'>) => void;

/** What a command did. Without `unchangedAt` the rows are stamped with a new number. */
export type Effect = Pick<ChangeStamp, 'touched' | 'deleted'> & {
  readonly result: Receipt['result'];
  readonly ids: Receipt['ids'];
  /** Present when the command had no effect of its own: what stands instead. */
  readonly note?: ReceiptNote;
  /**
   * The change number that the row still has; present when nothing that devices mirror has changed.
   */
  readonly unchangedAt?: number;
  /** The number of the command's document, for the signature; absent for acts on anything else. */
  readonly documentNumber?: number;
  /** The text that the author wrote, as it is stored, for the signature. */
  readonly text?: string;
};

export type Done = {
  readonly ids: Receipt['ids'];
  readonly rev: number;
  /** null when the client sent no key. */
  readonly receipt: Receipt | null;
  readonly replayed: boolean;
  /**
   * The document as a replay has read it; null when its author no longer sees it, absent when
   * nothing has read it yet.
   */
  readonly document?: StoredDocument | null;
};

export type Work = {
  readonly write: FingerprintInput;
  /**
   * Whether the effect may lock rows of people. The author's own row is locked as well, so two
   * effects that change each other's authors would deadlock. Effects that change people therefore
   * run one after the other in a tenant.
   */
  readonly changesPeople?: boolean;
  /** The events of a refused effect are not logged, and a replay does not run the effect. */
  readonly effect: (tx: Transaction, tell: Tell) => Promise<Effect>;
  /** What a replay reads for its answer, in the transaction that found the receipt. */
  readonly again?: (tx: Transaction, ids: Receipt['ids']) => Promise<Pick<Done, 'document'>>;
};

/**
 * Ends the rehearsal of a write that would be accepted (S161). Throwing it rolls the transaction
 * back.
 */
export class Rehearsed extends Error {
  constructor() {
    super('the write was only judged');
    this.name = 'Rehearsed';
  }
}

/**
 * Runs `effect` in one transaction, or returns the receipt of an earlier run. Throws 409 while
 * another request with the key is running.
 */
export async function once(writing: Writing, work: Work): Promise<Done> {
  const { actor, command } = writing;
  const { services: storing, files = [] } = writing;
  const { receiptKeys } = storing;
  const whole = wholeDatabase(storing.database);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const fingerprint = fingerprintOf(work.write);
  const told: Parameters<Tell>[] = [];
  let refusal: HttpProblem | null = null;
  // Read before the transaction, so that a request with one connection never waits for a second
  // one.
  const keyId = command.key === null ? null : await receiptKeys.current(actor.tenantId);
  try {
    const { kept, ...done } = await whole.inTenant(actor.tenantId, async (tx) => {
      if (work.changesPeople === true) void takeTurn(tx, actor);
      if (command.key === null) {
        await stand(tx, actor);
        if (bytes > 0) await guardStorage(tx, { owner: actor, storing, bytes });
      } else {
        const { earlier, standing, use } = await claimKey(tx, { actor, key: command.key, addsFiles: bytes > 0 });
        // A replay is answered although its author lost a right since, but not to a session that
        // has ended.
        if (earlier === null || standing === null) judgeStanding(standing);
        if (earlier !== null) {
          if (earlier.fingerprint !== fingerprint) throw problems.keyReused();
          const { ids, rev } = earlier.receipt;
          return { ids, rev, kept: earlier, replayed: true, ...(await work.again?.(tx, ids)) };
        }
        if (use !== null) await judgeStorage(use, { storing, bytes });
      }
      const effect = await work
        .effect(tx, (...one) => void told.push(one))
        .catch((error: unknown) => {
          refusal = error instanceof HttpProblem ? error : null;
          throw error;
        });
      if (writing.rehearsal === true) throw await rehearsed(tx, writing);
      const act = actOf(work.write, { touched: effect.touched, told });
      // Not awaited: the statement travels with those of `settle`, which fail when it fails.
      if (act !== null)
        void recordAccesses(tx, { actor, device: null, now: writing.now }, [act]).catch(() => undefined);
      return settle(tx, { writing, effect, write: work.write, fingerprint, keyId });
    });
    for (const [event, facts] of told) logSecurity(writing.log, { event, user: actor.userId, ...facts });
    return { ...done, receipt: kept === null ? null : await receiptKeys.signed(actor.tenantId, kept) };
  } catch (error) {
    if (isUniqueViolation(error, 'receipts')) throw problems.inProgress();
    // An earlier attempt of this command may have taken effect meanwhile. After "in progress" the
    // client asks again, and gets its receipt.
    const isOfEffect = error === refusal && command.key !== null;
    if (isOfEffect && (await hasReceipt(whole, { actor, key: command.key }))) throw problems.inProgress();
    if (isMissingValue(error, 'receipts')) throw problems.withdrawn();
    throw error;
  }
}

/**
 * The error that ends a rehearsal whose effect was accepted. A rehearsal stores no receipt, so
 * whether the key was withdrawn is checked separately.
 */
async function rehearsed(tx: Transaction, writing: Writing): Promise<Error> {
  const { key } = writing.command;
  if (key === null) return new Rehearsed();
  const [asked] = await tx.rowsOf(
    v.object({ withdrawn: v.boolean() }),
    sql`select ${withdrawnSql(writing, key)} as withdrawn`,
  );
  return asked?.withdrawn === true ? problems.withdrawn() : new Rehearsed();
}

function withdrawnSql({ actor, command }: Writing, key: string): SQL {
  return sql`exists (select from withdrawals w where w.tenant_id = ${actor.tenantId} and w.actor_id = ${actor.userId}
    and w.key = ${key}::uuid and w.attempts >= ${command.attempt})`;
}

/**
 * The stored receipt of the person's key, not signed yet, or null. Throws 409 while a request with
 * the key is running, because its result is not known yet. It takes more than one statement.
 */
export function findReceipt(tx: Transaction, search: { actor: Actor; key: string }): Promise<KeptReceipt | null> {
  return claimSurely(tx, search);
}

/**
 * Withdraws the key for the attempts made so far, or returns the receipt when there is an effect
 * already. Throws 409 while a request with the key is running.
 */
export async function withdrawKey(
  tx: Transaction,
  { actor, key, attempts, now }: { actor: Actor; key: string; attempts: number; now: number },
): Promise<KeptReceipt | null> {
  const earlier = await claimSurely(tx, { actor, key });
  if (earlier !== null) return earlier;
  const at = new Date(now).toISOString();
  await tx
    .insert(withdrawals)
    .values({ tenantId: actor.tenantId, actorId: actor.userId, key, attempts, at })
    .onConflictDoNothing();
  return null;
}

/**
 * Whether the key has a receipt by now, looked up after a refusal. It takes another transaction:
 * the database may have ended the refused one, which sees nothing that was committed since it
 * began.
 */
async function hasReceipt(database: Database, { actor, key }: { actor: Actor; key: string }): Promise<boolean> {
  const kept = await database.onceInTenant(actor.tenantId, (tx) =>
    tx.rowsOf(
      v.object({}),
      sql`select from receipts where tenant_id = ${actor.tenantId} and actor_id = ${actor.userId} and key = ${key}::uuid`,
    ),
  );
  return kept.length > 0;
}

type Settling = {
  readonly writing: Writing;
  readonly effect: Effect;
  readonly write: FingerprintInput;
  readonly fingerprint: string;
  /**
   * The id of the key that signs the receipt; null without an idempotency key, because then there
   * is no receipt.
   */
  readonly keyId: string | null;
};

async function settle(
  tx: Transaction,
  done: Settling,
): Promise<Omit<Done, 'receipt'> & { readonly kept: KeptReceipt | null }> {
  const { effect, writing } = done;
  const { key } = writing.command;
  const { tenantId } = writing.actor;
  const signing = signingOf(done);
  const kept = key === null ? null : (rev: SQL): SQL => insertReceipt({ ...done, key, signing, rev });
  let rev = effect.unchangedAt;
  if (rev === undefined) {
    rev = await stampChange(tx, { tenantId, touched: effect.touched, ...optional({ deleted: effect.deleted, kept }) });
  } else if (kept !== null) {
    await tx.execute(kept(sql`${rev}::bigint`));
  }
  const { result, ids, note } = effect;
  const at = new Date(writing.now).toISOString();
  const noted = note === undefined ? {} : { note };
  const receipt = key === null ? null : { key, type: done.write.type, result, ids, rev, at, ...noted };
  return { ids, rev, kept: receipt === null ? null : { receipt, signing }, replayed: false };
}

/**
 * What is signed beside the receipt itself, with the names of this moment: a person or a public
 * body may be renamed later.
 */
function signingOf({ writing, effect, write, keyId }: Settling): Signing | null {
  if (keyId === null) return null;
  const { tenantId, tenantAcronym, tenantName, userId, name, email } = writing.actor;
  const content = contentText({ text: effect.text ?? '', filesSha256: write.fileHashes });
  return {
    format: SIGNED_FORMAT,
    key: keyId,
    tenant: { id: tenantId, acronym: tenantAcronym, name: tenantName },
    author: { id: userId, name, email },
    document_number: effect.documentNumber ?? null,
    content_sha256: createHash('sha256').update(content).digest('hex'),
  };
}

function optional(parts: {
  deleted: ChangeStamp['deleted'] | undefined;
  kept: ((rev: SQL) => SQL) | null;
}): Pick<ChangeStamp, 'deleted' | 'kept'> {
  return {
    ...(parts.deleted === undefined ? {} : { deleted: parts.deleted }),
    ...(parts.kept === null ? {} : { kept: parts.kept }),
  };
}

/**
 * Stores the receipt. The number is null when the key was withdrawn, so that the whole transaction
 * fails. The statement that stores the receipt looks for withdrawals, because it began after this
 * transaction took the key. It sees all of them: none can come in while this transaction has the
 * key.
 */
function insertReceipt(done: Settling & { key: string; signing: Signing | null; rev: SQL }): SQL {
  const { actor, now } = done.writing;
  const withdrawn = withdrawnSql(done.writing, done.key);
  return sql`insert into receipts (tenant_id, actor_id, key, type, fingerprint, result, ids, note, rev, at, signing)
    values (${actor.tenantId}, ${actor.userId}, ${done.key}::uuid, ${done.write.type}, ${done.fingerprint}, ${done.effect.result},
      ${JSON.stringify(done.effect.ids)}::jsonb, ${noteJson(done.effect)}::jsonb, case when ${withdrawn} then null else ${done.rev} end,
      ${new Date(now).toISOString()}::timestamptz, ${done.signing === null ? null : JSON.stringify(done.signing)}::jsonb)`;
}

function noteJson({ note }: Effect): string | null {
  return note === undefined ? null : JSON.stringify(note);
}

// How a transaction takes the key of a command, by an advisory lock, and looks up its receipt
// (S184).

/** A receipt as it is stored, before it is signed for an answer. */
export type KeptReceipt = { readonly receipt: Receipt; readonly signing: Signing | null };

const RECEIPT_PARTS = sql`'key', r.key, 'type', r.type, 'result', r.result, 'ids', r.ids, 'rev', r.rev,
  'at', ${instantJson('r.at')}`;
const RECEIPT_JSON = sql`case when r.key is null then null
  when r.note is null then json_build_object(${RECEIPT_PARTS})
  else json_build_object(${RECEIPT_PARTS}, 'note', r.note) end`;

const ClaimedRow = v.object({
  claimed: v.boolean(),
  standing: StandingColumn,
  use: v.nullable(StorageUse),
  receipt: v.nullable(Receipt),
  fingerprint: v.nullable(v.string()),
  signing: v.nullable(v.omit(SignedContent, ['signature'])),
});

type KeyClaim = {
  readonly earlier: (KeptReceipt & { readonly fingerprint: string }) | null;
  readonly standing: boolean | null;
  /** null when no files are added. */
  readonly use: StorageUse | null;
};

/**
 * Takes the key for this transaction. Returns its receipt, if there is one, and whether the author
 * may still write. The statement sees what was committed when it began, so it may take the key
 * right after another attempt has ended, and miss the receipt of that attempt. Then a second
 * receipt of the key fails, and a refusal is followed by another look (`hasReceipt`).
 */
async function claimKey(tx: Transaction, claim: { actor: Actor; key: string; addsFiles?: boolean }): Promise<KeyClaim> {
  const { tenantId, userId } = claim.actor;
  const rows = await tx.rowsOf(
    ClaimedRow,
    sql`
    with ${standingStep(claim.actor)}
    select (select unchanged from standing) as standing,
      ${claim.addsFiles === true ? storageUseJson(claim.actor, claim.key) : sql`null::json`} as use, ${takenSql(claim)} as claimed, ${RECEIPT_JSON} as receipt, r.fingerprint, r.signing
    from (select 1) as asked
    left join receipts r on r.tenant_id = ${tenantId} and r.actor_id = ${userId} and r.key = ${claim.key}::uuid`,
  );
  const found = rows[0];
  const { standing = null, use = null } = found ?? {};
  if (found?.receipt && found.fingerprint !== null) {
    const { receipt, fingerprint, signing } = found;
    return { earlier: { receipt, fingerprint, signing }, standing, use };
  }
  if (found?.claimed !== true) throw problems.inProgress();
  return { earlier: null, standing, use };
}

function takenSql({ actor, key }: { actor: Actor; key: string }): SQL {
  return sql`pg_try_advisory_xact_lock(hashtextextended(${`${actor.tenantId}:${actor.userId}:${key}`}, 0))`;
}

/**
 * As claimKey, for callers that conclude from a missing receipt that there was no effect. A
 * statement before it takes the key, so that an earlier holder's receipt is seen. Both are sent at
 * once.
 */
async function claimSurely(tx: Transaction, asked: { actor: Actor; key: string }): Promise<KeptReceipt | null> {
  const claim = { ...asked, actor: unasked(asked.actor) };
  const [[taken], { earlier }] = await Promise.all([
    tx.rowsOf(v.object({ taken: v.boolean() }), sql`select ${takenSql(claim)} as taken`),
    claimKey(tx, claim),
  ]);
  if (earlier === null && taken?.taken !== true) throw problems.inProgress();
  return earlier;
}

/** The actor for a look-up that need not check whether the author may still write. */
const unasked = (actor: Actor): Actor => ({ ...actor, standing: null });

/**
 * What a write asks for: its fields without passwords, and the hashes of its files. Its hash shows
 * when the same key comes with other content.
 */
export type FingerprintInput = {
  readonly type: string;
  /**
   * The parsed fields, the same for every spelling and content type, with defaults filled in. The
   * defaults never change (fingerprint.test.ts).
   */
  readonly fields: unknown;
  readonly fileHashes: readonly string[];
};

/**
 * SHA-256 in hexadecimal over a canonical form: the order of keys does not count, and absent equals
 * undefined.
 */
export function fingerprintOf(write: FingerprintInput): string {
  const text = JSON.stringify(canonical([write.type, write.fields, write.fileHashes]));
  return createHash('sha256').update(text).digest('hex');
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, one]) => one !== undefined && !key.startsWith('password'));
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, canonical(one)]),
  );
}
