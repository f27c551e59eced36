import { expect, it } from 'vitest';
import { buildCommand, buildError } from '../../../test/builders/build-command.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import {
  awaitsAuthor,
  COMMAND_STATES,
  ERROR_CLASSES,
  isCounted,
  isInDoubt,
  isOwnTrouble,
  isPending,
  isUnsent,
  needsAuthor,
  shownCommand,
  type CommandState,
} from './outbox-row.ts';

const inStates = (holds: (command: { state: CommandState }) => boolean) =>
  COMMAND_STATES.filter((state) => holds({ state }));

it('tells the states of a command apart', () => {
  expect(inStates(isPending)).toEqual(['queued', 'sending', 'backoff', 'unknown', 'held']);
  expect(inStates(needsAuthor)).toEqual(['conflict', 'refused']);
  expect(inStates(isInDoubt)).toEqual(['sending', 'unknown']);
  expect(inStates(({ state }) => isInDoubt({ state, answerLost: true }))).toEqual(
    COMMAND_STATES.filter((state) => state !== 'done'),
  );
});

it('counts acts, and views only when they need their author', () => {
  const counted = (type: 'respond' | 'record-view') => inStates(({ state }) => isCounted({ type, state }));
  const unsent = (type: 'respond' | 'record-view') => inStates(({ state }) => isUnsent({ type, state }));
  expect(counted('respond')).toEqual(COMMAND_STATES);
  expect(counted('record-view')).toEqual(['conflict', 'refused']);
  expect(unsent('respond')).toEqual(COMMAND_STATES.filter((state) => state !== 'done'));
  expect(unsent('record-view')).toEqual(['conflict', 'refused']);
});

it('knows which trouble is of the command itself', () => {
  const own = ERROR_CLASSES.filter((one) => isOwnTrouble(buildError({ class: one })));
  expect(own).toEqual(['interrupted', 'blocked', 'malformed', 'poison']);
  expect(isOwnTrouble(null)).toBe(false);
});

it('shows a command whose sender was killed as one that may have arrived, once its lease has ended', () => {
  const at = (untilMs: number, state: CommandState = 'sending') =>
    shownCommand(buildCommand('respond', { state, lease: { token: 'a', untilMs } }), NOW_MS).state;
  expect(at(NOW_MS)).toBe('unknown');
  expect(at(NOW_MS + 1)).toBe('sending');
  expect(at(NOW_MS - 1, 'queued')).toBe('queued');
  expect(shownCommand(buildCommand('respond', { state: 'sending' }), NOW_MS).state).toBe('sending');
});

it('nothing goes on before its author does something where it is refused, or held because too little is shown of it', () => {
  const waiting = (lastError: Parameters<typeof awaitsAuthor>[0]['lastError']) =>
    COMMAND_STATES.filter((state) => awaitsAuthor({ state, lastError }));
  expect(waiting(null).toSorted()).toEqual(['conflict', 'refused']);
  expect(waiting(buildError({ class: 'identity' })).toSorted()).toEqual(['conflict', 'refused']);
  expect(waiting(buildError({ class: 'unverified' })).toSorted()).toEqual(['conflict', 'held', 'refused']);
});
