import { expect, test } from 'vitest';
import { dueHint, dueText, toneOfDays } from './due-text.ts';

const today = '2026-11-19';

test.each([
  ['2026-11-23', 'Vence em 4 dias', 'danger'],
  ['2026-11-20', 'Vence amanhã', 'danger'],
  ['2026-11-19', 'Vence hoje', 'danger'],
  ['2026-11-27', 'Vence em 8 dias', 'warn'],
  ['2026-12-10', 'Vence em 21 dias', 'plain'],
])('an open document due on %s says %s', (limitDate, text, tone) => {
  expect(dueText({ status: 'under_review', limitDate }, { today, completedOn: null })).toEqual({ text, tone });
});

test('an overdue document says for how long, a completed one when', () => {
  const at = { today, completedOn: '2026-11-17' };
  expect(dueText({ status: 'overdue', limitDate: '2026-11-17' }, at)).toEqual({
    text: 'Venceu há 2 dias',
    tone: 'overdue',
  });
  expect(dueText({ status: 'completed', limitDate: '2026-11-01' }, at).text).toBe('Finalizado em 17/11');
});

test("the table's hint on the due date exists only from today on", () => {
  expect(dueHint({ status: 'pending', limitDate: '2026-11-23' }, today)?.text).toBe('em 4 dias');
  expect(dueHint({ status: 'pending', limitDate: today }, today)?.text).toBe('vence hoje');
  expect(dueHint({ status: 'overdue', limitDate: '2026-11-17' }, today)).toBeNull();
  expect(dueHint({ status: 'completed', limitDate: '2026-11-23' }, today)?.text).toBe('em 4 dias');
  expect(dueHint({ status: 'completed', limitDate: today }, today)).toBeNull();
  expect(dueHint({ status: 'completed', limitDate: '2026-11-18' }, today)).toBeNull();
});

test.each([
  [0, 'danger'],
  [5, 'danger'],
  [6, 'warn'],
  [10, 'warn'],
  [11, 'plain'],
])('a date %i days ahead has the tone %s (rule J5)', (days, tone) => {
  expect(toneOfDays(days)).toBe(tone);
});
