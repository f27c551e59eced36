// The server's database is put back to an older state, and what a server does that notices it
// (S169).

import type { Model } from './model.ts';

/** How far ids and numbers of documents were, as a server notes it beside its files. */
export type IdCounters = { readonly lastId: number; readonly lastNumber: number };

const MORE_IDS = 100_000;
const MORE_NUMBERS = 100;

/**
 * Puts back what was kept. What only the oracle asks of, and the tests' own switches, stay. Returns
 * the keys whose receipts are lost.
 */
export function putBack(model: Model, kept: Model): { readonly lost: readonly string[]; readonly noted: IdCounters } {
  const noted = { lastId: model.lastId, lastNumber: model.lastNumber };
  const lost = [...model.receipts.keys()].filter((name) => !kept.receipts.has(name));
  for (const name of Object.keys(kept) as (keyof Model)[]) {
    if (name === 'refused' || name === 'withdrawn') continue;
    const [now, before] = [model[name], kept[name]] as [unknown, unknown];
    if (now instanceof Map && before instanceof Map) {
      now.clear();
      for (const [key, value] of before) now.set(key, value);
    } else if (now instanceof Set && before instanceof Set) {
      now.clear();
      for (const value of before) now.add(value);
    } else if (Array.isArray(now) && Array.isArray(before)) {
      now.splice(0, now.length, ...(before as unknown[]));
    }
  }
  model.tenant = kept.tenant;
  model.rev = kept.rev;
  model.lastId = kept.lastId;
  model.lastNumber = kept.lastNumber;
  return { lost: lost.map((name) => name.slice(name.indexOf(':') + 1)), noted };
}

/**
 * All numbers are lifted by the milliseconds since 1970 (S14), ids past what was noted, and every
 * person's walk begins again.
 */
export function liftNumbers(model: Model, noted: IdCounters): void {
  if (model.faults.hidesRollbacks) return;
  const lift = model.now();
  model.rev += lift;
  model.lastId = Math.max(model.lastId, noted.lastId) + MORE_IDS;
  model.lastNumber = Math.max(model.lastNumber, noted.lastNumber) + MORE_NUMBERS;
  model.tenant = { ...model.tenant, rev: model.tenant.rev + lift };
  const { users, organizations, roles, subjects, alerts, models, documents } = model;
  for (const rows of [users, organizations, roles, subjects, alerts, models, documents]) {
    for (const [id, row] of rows) (rows as Map<number, unknown>).set(id, { ...row, rev: row.rev + lift });
  }
  for (const [id, user] of users) users.set(id, { ...user, scopeEpoch: `${id}-${model.rev}` });
  for (const [name, one] of model.receipts) {
    model.receipts.set(name, { ...one, receipt: { ...one.receipt, rev: one.receipt.rev + lift } });
  }
  for (const [at, one] of model.tombstones.entries()) model.tombstones[at] = { ...one, rev: one.rev + lift };
}
