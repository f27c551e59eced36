import { pressOver } from '#ui/base/after-paint.ts';
import { replaceEqualDeep } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type DependencyList, useRef } from 'react';

/**
 * The answer of a question to the mirror, asked again when what it read has changed; undefined
 * until it was read. Parts of an answer that are as they were stay the same objects, so that
 * nothing is drawn again that has not changed.
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
