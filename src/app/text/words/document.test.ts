import type { DocumentType } from '#domain/document-types.ts';
import type { Status } from '#domain/status.ts';
import { expect, test, it } from 'vitest';
import {
  statusMeaning,
  TYPE_LABEL,
  dueDay,
  dueHint,
  dueText,
  toneOfDays,
  excerptAround,
  excerptOf,
} from './document.ts';

test.each<[Status, boolean, string]>([
  ['pending', false, 'ainda não visto'],
  ['under_review', true, 'enviado, em andamento'],
  ['extended', true, 'a data limite foi adiada'],
  ['overdue', false, 'não visto até o prazo'],
  ['overdue', true, 'visto, sem conclusão'],
  ['completed', true, 'visto e concluído'],
])('the tooltip of %s, seen by its responsible: %s, says "%s"', (status, seen, meaning) => {
  expect(statusMeaning(status, seen)).toBe(meaning);
});

test.each<[DocumentType, string]>([
  ['general_document', 'Documento Geral'],
  ['contract_amendment', 'Contratos e Aditivos'],
  ['termination', 'Rescisão'],
])('a document of type %s reads "%s"', (type, label) => {
  expect(TYPE_LABEL[type]).toBe(label);
});

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

it.each([
  ['Segue o ofício', 20, 'Segue o ofício'],
  ['Segue o ofício assinado', 14, 'Segue o…'],
  ['Segue o ofício assinado', 15, 'Segue o ofício…'],
  ['Inconstitucionalissimamente', 10, 'Inconstitu…'],
  ['', 5, ''],
])('the excerpt of «%s» in %i letters is «%s»', (text, length, excerpt) => {
  expect(excerptOf(text, length)).toBe(excerpt);
});

it.each([
  ['um dois', 3, 7, 20, 'um dois'],
  ['um dois três quatro cinco seis', 13, 19, 15, '…quatro cinco…'],
  ['um dois três quatro cinco seis', 0, 2, 12, 'um dois…'],
  ['um dois três quatro cinco seis', 26, 30, 24, '…cinco seis'],
])('of "%s" the words around %i to %i, about %i characters, are "%s"', (text, from, to, length, words) => {
  expect(excerptAround(text, { from, to, length })).toBe(words);
});

it.each([
  ['2026-11-16', 'overdue', 'Venceu há 3 dias', 'overdue'],
  ['2026-11-19', 'pending', 'Vence hoje', 'danger'],
  ['2026-11-20', 'pending', 'Amanhã, 20/11', 'plain'],
  ['2026-11-23', 'under_review', 'Seg., 23/11', 'plain'],
  ['2026-12-02', 'extended', 'Qua., 02/12', 'plain'],
  ['2026-12-03', 'extended', '03/12/2026', 'plain'],
  ['2026-11-10', 'completed', 'Finalizado em 17/11', 'plain'],
] as const)(
  'of a document due on %s and %s a card says "%s", red only when late or today',
  (limitDate, status, text, tone) => {
    const at = { today: '2026-11-19', completedOn: '2026-11-17' };
    expect(dueDay({ status, limitDate }, at)).toEqual({ text, tone });
  },
);
