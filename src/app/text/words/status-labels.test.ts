import type { DocumentType } from '#domain/document-types.ts';
import type { Status } from '#domain/status.ts';
import { expect, test } from 'vitest';
import { statusMeaning, TYPE_LABEL } from './status-labels.ts';

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
