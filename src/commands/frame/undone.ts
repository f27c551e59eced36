import type { RefusedDecision } from '#domain/refusals.ts';
import type { GestureResult } from './context.ts';

/**
 * Thrown inside a transaction to undo all of it. `refused` becomes the result of the transaction.
 */
class Undone extends Error {
  readonly refused: RefusedDecision;
  constructor(refused: RefusedDecision) {
    super('undone');
    this.refused = refused;
  }
}

/**
 * Awaits a gesture that is part of a larger one. A refusal is thrown and undoes the whole
 * transaction.
 */
export async function kept<Result extends GestureResult>(
  gesture: Promise<Result>,
): Promise<Exclude<Result, RefusedDecision>> {
  const settled = await gesture;
  if (settled.kind === 'refused') throw new Undone(settled);
  return settled as Exclude<Result, RefusedDecision>;
}

/** Runs a transaction in which `kept` may throw. Returns its result, or the refusal. */
export async function allOrRefused<Result>(transaction: () => Promise<Result>): Promise<Result | RefusedDecision> {
  try {
    return await transaction();
  } catch (error) {
    if (error instanceof Undone) return error.refused;
    throw error;
  }
}
