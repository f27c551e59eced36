import { describe, expect, it } from 'vitest';
import {
  buildState,
  COLLEAGUE,
  CREATOR,
  FORMER,
  OPEN,
  OVERDUE,
  RESPONSIBLE,
  TODAY,
} from '../../test/builders/build-state.ts';
import { applyView } from './apply-view.ts';

const seen = buildState({ storedStatus: 'under_review', seenByResponsible: true });

describe('a view (rule A1)', () => {
  it.each([
    ['by the responsible starts the review', OPEN, RESPONSIBLE, 'under_review', true],
    ['by the responsible of an overdue document leaves it pending', OVERDUE, RESPONSIBLE, 'pending', true],
    [
      'by the responsible of an extended one leaves it so',
      buildState({ storedStatus: 'extended' }),
      RESPONSIBLE,
      'extended',
      true,
    ],
    ['by the creator changes nothing', OPEN, CREATOR, 'pending', false],
    ['by a former responsible changes nothing', OPEN, FORMER, 'pending', false],
    ['by a colleague changes nothing', OPEN, COLLEAGUE, 'pending', false],
    ['by a colleague leaves what the responsible has seen', seen, COLLEAGUE, 'under_review', true],
  ] as const)('%s', (_name, document, userId, storedStatus, seenByResponsible) => {
    expect(applyView(document, { userId, today: TODAY })).toEqual({ storedStatus, seenByResponsible });
  });
});
