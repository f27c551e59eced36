import type { RefusedDecision } from '#domain/refusals.ts';
import type { GestureResult } from '../frame/context.ts';

/** Thrown inside a transaction to undo all of it; the refusal is the result. */
class Undone extends Error {
  readonly refused: RefusedDecision;
  constructor(refused: RefusedDecision) {
    super('undone');
    this.refused = refused;
  }
}

/** The result of a gesture that is part of a larger one. A refusal undoes the whole transaction. */
export async function kept<Result extends GestureResult>(
  gesture: Promise<Result>,
): Promise<Exclude<Result, RefusedDecision>> {
  const settled = await gesture;
  if (settled.kind === 'refused') throw new Undone(settled);
  return settled as Exclude<Result, RefusedDecision>;
}

/** Runs a transaction that `kept` may undo, and returns its refusal. */
export async function allOrRefused<Result>(transaction: () => Promise<Result>): Promise<Result | RefusedDecision> {
  try {
    return await transaction();
  } catch (error) {
    if (error instanceof Undone) return error.refused;
    throw error;
  }
}
