// Answers that follow the mirror. What this context has just committed is answered from memory in the turn of its commit, without asking the
// database; Dexie's live query asks then as it does for every change, and finds the same (S138).

import { liveQuery } from 'dexie';
import { onOwnRows } from '../store/handed-rows.ts';
import type { Mirror } from '../store/schema.ts';
import { knownIndexOf } from './document-index.ts';

/** Of the kind that hooks take; without `hasValue` they would subscribe while they draw. */
type Answers<Answer> = {
  readonly hasValue: () => boolean;
  readonly subscribe: (next: (answer: Answer) => void, failed?: (error: unknown) => void) => () => void;
};

/**
 * `ask`: the question as a live query asks it. `atCommit`: its answer from memory, where the index of documents is as of a commit of
 * this context; undefined when memory does not have all of it. An older answer never follows a newer one: a live query drops what it
 * was asking when a commit concerns it.
 */
export function liveAnswer<Answer>(
  mirror: Mirror,
  { ask, atCommit }: { ask: () => Promise<Answer>; atCommit: () => Answer | undefined },
): Answers<Answer> {
  return {
    hasValue: () => false,
    subscribe(next, failed) {
      const asked = liveQuery(ask).subscribe(next, failed);
      const ended = onOwnRows(mirror, (version) => {
        const answer = knownIndexOf(mirror)?.version === version ? atCommit() : undefined;
        if (answer !== undefined) next(answer);
      });
      return () => {
        ended();
        asked.unsubscribe();
      };
    },
  };
}
