// The keys that the model's login hands out (S94): one pair for each person, made once.

import type { SealingKeys } from '#contract/sealing.ts';
import { buildKeys } from '../builders/build-keys.ts';

const made = new Map<number, SealingKeys>();
for (const userId of [1, 2, 3, 4]) made.set(userId, await buildKeys(500 + userId));

export function keysOf(userId: number): SealingKeys {
  const keys = made.get(userId);
  if (keys === undefined) throw new Error(`no keys of ${userId}`);
  return keys;
}
