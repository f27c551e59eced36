// Words of the reply box and of the transfer dialog.

import { formatTime } from '../words/format.ts';
import { joined } from '../words/grammar.ts';
import { documentHeading } from '../words/ticket-text.ts';

export const REPLY_TEXT = {
  label: 'Sua resposta',
  placeholder: 'Escreva sua resposta',
  attach: 'Anexar arquivos',
  transferTo: 'Transferir para…',
  transferLabel: 'Transferir para',
  limitDate: 'Data limite',
  offline: 'Sem conexão: a resposta fica a lápis neste aparelho até ser registrada.',
  needsLogin: 'Sua sessão terminou: a resposta fica a lápis neste aparelho até você entrar.',
  continueDraft: 'Continuar rascunho',
  startOver: 'Começar do zero',
  startOverTitle: 'Apagar o rascunho desta resposta?',
  startOverBody: 'O texto e os arquivos dele serão apagados deste aparelho.',
  erase: 'Apagar',
  keep: 'Manter',
  replaceTitle: 'Trocar o rascunho atual?',
  replaceBody: 'Já há um rascunho de resposta neste documento. Ele dará lugar à resposta que você quer editar.',
  replace: 'Trocar',
  collapse: 'Recolher a resposta',
  trouble: 'Não foi possível abrir a sua resposta.',
  troubleBody: 'O que você escreveu continua guardado neste aparelho.',
  again: 'Tentar de novo',
  completed: 'O documento está finalizado. Para escrever, reabra-o.',
} as const;

/** The send button names its effect. */
export const REPLY_ACT_LABEL = { reply: 'Responder', extend: 'Prorrogar', transfer: 'Transferir' } as const;

/** First line of the message after sending, exactly as specified. */
export const REPLY_DONE = {
  reply: 'Nova interação adicionada',
  extend: 'Nova interação adicionada',
  transfer: 'Documento transferido',
} as const;

/** Names what the transfer dialog did (rule D2). */
export const TRANSFER_DONE = { ...REPLY_DONE, extend: 'Prazo prorrogado' } as const;

const REPLY_LACK_TEXT = { content: 'texto', limit_date: 'data limite', pages: 'anexar as páginas' } as const;

/** `Falta: texto`. */
export function missingText(lacks: readonly (keyof typeof REPLY_LACK_TEXT)[]): string {
  return `Falta: ${joined(lacks.map((lack) => REPLY_LACK_TEXT[lack]))}`;
}

/** What is attached to: `À sua resposta em PMVI 037`. */
export function attachAbout(document: { ticket: string | null; localCode: string | null }): string {
  return `À sua resposta em ${documentHeading(document)}`;
}

/** `Rascunho salvo às 14:32`. */
export function draftSavedText(savedAtMs: number, zone: string): string {
  return `Rascunho salvo às ${formatTime(savedAtMs, zone)}`;
}

export const TRANSFER_TEXT = {
  title: 'Transferir documento',
  sector: 'Setor',
  responsible: 'Responsável',
  sectorPlaceholder: 'Escolha um setor',
  responsiblePlaceholder: 'Escolha uma pessoa',
  noActiveUsers: '(sem usuários ativos)',
  rule: 'Ao escolher a pessoa, o setor se ajusta ao dela.',
  comment: 'Texto',
  limitDate: 'Data limite',
  attach: 'Anexar',
  send: 'Enviar',
  lacks: 'Falta: responsável, arquivo ou nova data limite',
  completed: 'Um documento finalizado é transferido sem texto e sem arquivos, e continua finalizado.',
  pick: 'Escolha um responsável da lista.',
} as const;

/** `Escolha uma pessoa de SEFAZ`. */
export function pickPersonOf(acronym: string | null): string {
  return acronym === null ? TRANSFER_TEXT.responsiblePlaceholder : `Escolha uma pessoa de ${acronym}`;
}

/**
 * A draft names a person that this field no longer offers; null: the device does not know the name.
 */
export function personGoneText(name: string | null): string {
  return `${name === null ? 'A pessoa escolhida' : `A pessoa escolhida, ${name},`} saiu ou mudou de setor. Escolha outra.`;
}

/** A draft names a sector that is not active any more; null: the device does not know the name. */
export function sectorGoneText(name: string | null): string {
  return `${name === null ? 'O setor escolhido' : `O setor ${name}`} foi desativado ou excluído. Escolha outro setor.`;
}

/** Announced when choosing a person moves the sector: `Setor ajustado para Obras`. */
export function sectorAdjustedText(name: string): string {
  return `Setor ajustado para ${name}`;
}
