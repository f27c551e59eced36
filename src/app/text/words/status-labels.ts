// The words of statuses (rule J1). The record is exhaustive, so a status without a word does not
// compile.

import type { DocumentType, LogAction } from '#domain/document-types.ts';
import type { Status, StatusFilter } from '#domain/status.ts';

export const STATUS_LABEL: Record<StatusFilter, string> = {
  sent: 'Enviados',
  pending: 'Pendente',
  under_review: 'Tramitando',
  extended: 'Prorrogado',
  overdue: 'Em atraso',
  completed: 'Finalizado',
  exception: 'Exceção',
};

export const EXCEPTION_TAG = 'exceção';
/** The tag in the header of a document, in the words of rule J1. */
export const EXCEPTION_HEADER_TAG = 'Exceções';

/** A document that the server does not know yet. */
export const LOCAL_LABEL = 'A enviar';

const STATUS_MEANING: Record<Exclude<Status, 'overdue'> | 'sent', string> = {
  sent: 'todos os que foram enviados',
  pending: 'ainda não visto',
  under_review: 'enviado, em andamento',
  extended: 'a data limite foi adiada',
  completed: 'visto e concluído',
};

/**
 * What a status means, for its tooltip; that of an overdue document depends on whether it was seen
 * (rule A2).
 */
export function statusMeaning(status: Status, seenByResponsible: boolean): string {
  if (status !== 'overdue') return STATUS_MEANING[status];
  return seenByResponsible ? 'visto, sem conclusão' : 'não visto até o prazo';
}

/**
 * What the number of a tile counts, for its tooltip. `isBounded`: completed documents may be on the
 * server alone (S110).
 */
export function tileMeaning(tile: Status | 'sent', isBounded: boolean): string {
  if (tile === 'overdue') return `${statusMeaning(tile, false)}, ou ${statusMeaning(tile, true)}`;
  const isPartial = isBounded && (tile === 'sent' || tile === 'completed');
  return isPartial ? `${STATUS_MEANING[tile]}, entre os que estão neste aparelho` : STATUS_MEANING[tile];
}

export const TYPE_LABEL: Record<DocumentType, string> = {
  general_document: 'Documento Geral',
  contract_amendment: 'Contratos e Aditivos',
  termination: 'Rescisão',
};

export const LOG_ACTION_LABEL: Record<LogAction, string> = {
  creation: 'Criou',
  view: 'Visualizou',
  transfer: 'Transferiu',
  extension: 'Prorrogou',
  completion: 'Finalizou',
  reopening: 'Reabriu',
};
