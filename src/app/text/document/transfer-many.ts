// Words of transferring over the list, of one document or of several (rules D1, D7).

import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { joined, plural } from '../words/grammar.ts';
import { fullName } from '../words/names.ts';
import { documentName } from '../words/ticket-text.ts';

export const TRANSFER_MANY = {
  act: 'Transferir',
  send: 'Enviar',
  responsible: 'responsável',
  place: 'Documentos a transferir',
} as const;

/** `Transferir PMVI 042`, `Transferir 3 documentos`. */
export function transferTitle(documents: readonly ListedDocument[]): string {
  const [only] = documents;
  return documents.length === 1 && only !== undefined
    ? `Transferir ${documentName(only)}`
    : `Transferir ${documents.length} documentos`;
}

/** `com Caio Rezende Porto`, `com você`. */
export function nowWith({ responsibles }: ListedDocument, selfId: number): string {
  return responsibles.length === 0
    ? 'sem responsável'
    : `com ${joined(responsibles.map((one) => (one.id === selfId ? 'você' : fullName(one))))}`;
}

/** `e mais 5`. */
export function moreText(count: number): string {
  return `e mais ${count}`;
}

/**
 * What will change and what will not: `Os 3 passam para SEMTRAN, e quem recebe é avisado. Os prazos
 * continuam os mesmos; PMVI 044 passa de Pendente a Tramitando.` `place`: the chosen sector; null
 * while none is.
 */
export function effectText(documents: readonly ListedDocument[], place: string | null): string {
  const where = place === null ? 'para quem você escolher' : `para ${place}`;
  const one = documents.length === 1;
  const told = place === null ? '' : ', e quem recebe é avisado';
  const moves = one ? `O documento passa ${where}${told}.` : `Os ${documents.length} passam ${where}${told}.`;
  const dates = one ? 'O prazo continua o mesmo' : 'Os prazos continuam os mesmos';
  const pending = documents.filter((document) => document.status === 'pending').map(documentName);
  const turn = plural(pending.length, {
    zero: '',
    one: `; ${pending.join()} passa de Pendente a Tramitando`,
    other: () => `; ${joined(pending)} passam de Pendente a Tramitando`,
  });
  return `${moves} ${dates}${turn}.`;
}

/** `2 ficam como estão: você não pode transferi-los.` */
export function leftText(count: number): string {
  return plural(count, {
    zero: '',
    one: '1 fica como está: você não pode transferi-lo.',
    other: (n) => `${n} ficam como estão: você não pode transferi-los.`,
  });
}

/** `1 já está com essa pessoa e fica como está.` (rule D7) */
export function alreadyText(count: number): string {
  return plural(count, {
    zero: '',
    one: '1 já está com essa pessoa e fica como está.',
    other: (n) => `${n} já estão com essa pessoa e ficam como estão.`,
  });
}

/** The message: `Documento transferido`, `3 documentos transferidos`. */
export function transferredText(count: number): string {
  return count === 1 ? 'Documento transferido' : `${count} documentos transferidos`;
}

/** What of several was not transferred: `2 não foram transferidos.` */
export function notTransferredText(count: number): string {
  return count === 1 ? '1 não foi transferido.' : `${count} não foram transferidos.`;
}
