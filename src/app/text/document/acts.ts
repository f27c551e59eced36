// Words of the acts on a document: their names, and what each of them would change.

import type { OrganizationRef, PersonRef } from '#contract/scalars.ts';
import { addDays, type CalendarDay, daysBetween } from '#domain/dates.ts';
import {
  formatDay,
  formatShortDay,
  formatWeekdayName,
  formatWeekdayShort,
  formatTime,
  joined,
  plural,
  fullName,
} from '../words/format.ts';
import { documentHeading, documentName } from '../words/document.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';

// Words of extending a limit date (rules A8, A10).

export const EXTEND = {
  act: 'Prorrogar',
  title: 'Prorrogar o prazo',
  steps: 'Quantos dias a mais',
  newDate: 'Nova data limite',
  lacks: 'Falta: nova data limite, depois da atual',
  writeReason: 'Escrever o motivo',
  told: 'Vai para os avisos',
  stays: 'Continua com você.',
  isWith: 'com quem está',
  made: 'que enviou',
} as const;

/** The extensions, in days, that have a button of their own. */
export const EXTEND_STEPS = [7, 15, 30] as const;

/** `Prazo de agora: segunda-feira, 23/11/2026.` */
export function presentDateText(day: CalendarDay): string {
  return `Prazo de agora: ${formatWeekdayName(day)}, ${formatDay(day)}.`;
}

/** `+15 dias` and `ter., 08/12`; the days count from the present limit date, not from today. */
export function stepOf(current: CalendarDay, days: number): { day: CalendarDay; text: string; detail: string } {
  const day = addDays(current, days);
  return { day, text: `+${days} dias`, detail: `${formatWeekdayShort(day)}, ${formatShortDay(day)}` };
}

/** `em 19 dias`, `amanhã`: stands inside the field of the new date. */
export function daysAheadText(day: CalendarDay, today: CalendarDay): string {
  const days = daysBetween(today, day);
  return days === 1 ? 'amanhã' : `em ${days} dias`;
}

/** `Prorrogar até 08/12/2026`. */
export function extendUntil(day: CalendarDay | null): string {
  return day === null ? EXTEND.act : `${EXTEND.act} até ${formatDay(day)}`;
}

/** The message after extending names the new date: `Prazo prorrogado até 08/12/2026`. */
export function extendedText(day: CalendarDay): string {
  return `Prazo prorrogado até ${formatDay(day)}`;
}

type ExtensionPeople = { readonly responsibles: readonly PersonRef[]; readonly creator: PersonRef };

/**
 * The people who get a notice of an extension, as words. `with`: the responsibles, `Caio Rezende
 * Porto (SEMTRAN)`. `maker`: the creator, `Jaqueline Sampaio (GAB)`, unless responsible as well.
 * The person who extends gets no notice and is left out. Words without a name are empty.
 */
export function toldOf({ responsibles, creator }: ExtensionPeople, selfId: number): { with: string; maker: string } {
  const others = responsibles.filter((one) => one.id !== selfId);
  const isApart = creator.id !== selfId && others.every((one) => one.id !== creator.id);
  return { with: withWhomText(others, selfId), maker: isApart ? withWhomText([creator], selfId) : '' };
}

/** People in a list: `Caio Rezende Porto (SEMTRAN)`, or `você` for the person with `selfId`. */
function withWhomText(people: readonly PersonRef[], selfId: number): string {
  return joined(
    people.map((one) => {
      if (one.id === selfId) return 'você';
      return one.organization === null ? fullName(one) : `${fullName(one)} (${one.organization.acronym})`;
    }),
  );
}

/**
 * Why an overdue document can't be completed, transferred or extended (rule A3): `reopen` for a
 * person who may reopen it, `others` for the rest.
 */
export const LATE = {
  reopen: 'Em atraso: reabra com nova data limite',
  others: 'Em atraso: cabe a quem está com ele reabrir com nova data limite',
  /** Stands beside Reabrir. */
  withDate: 'com nova data limite',
} as const;

export const ACT_TEXT = {
  complete: 'Concluir',
  completeDetail: 'Depois disso só se responde reabrindo.',
  reopen: 'Reabrir',
  reopenDetail: 'Volta a Tramitando e aceita respostas.',
  reopenLateDetail: 'Com nova data limite, volta a Tramitando e aceita conclusão.',
  transfer: 'Transferir',
  extend: EXTEND.act,
  reassign: 'Redistribuir',
  reassignDetail: 'Para outra pessoa, com um motivo por escrito.',
  format: 'Responder com formatação',
  formatDetail: 'Negrito, listas, títulos e letra; transferir e nova data na mesma resposta.',
  more: 'Mais',
} as const;

/** Title of the dialog with all acts on one document: `O que fazer com PMVI 042`. */
export function moreTitle(name: string): string {
  return `O que fazer com ${name}`;
}

type Assignment = { readonly responsibles: readonly PersonRef[]; readonly organizations: readonly OrganizationRef[] };

/** `Está com Caio Rezende Porto (SEMTRAN).` */
export function transferDetail({ responsibles }: Assignment, selfId: number): string {
  return responsibles.length === 0 ? 'Está sem responsável.' : `Está com ${withWhomText(responsibles, selfId)}.`;
}

/** `Vence em 23/11/2026, em 4 dias.` */
export function extendDetail(day: CalendarDay, today: CalendarDay): string {
  const days = daysBetween(today, day);
  const when = days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias`;
  return `Vence em ${formatDay(day)}, ${when}.`;
}

/** `Está com SEMTRAN: cabe ao gestor de lá` (rule A14). */
export function reassignReason({ organizations }: Assignment): string {
  const sectors = organizations.map((sector) => sector.acronym);
  return sectors.length === 0
    ? 'Está sem setor: cabe ao administrador'
    : `Está com ${joined(sectors)}: cabe ao gestor de lá`;
}

// Words of completing and reopening (rules A3, A7).

export const COMPLETE = {
  title: 'Concluir processo',
  question: 'Quer mesmo concluir esse processo?',
  warning: 'Depois disso, novas interações só serão possíveis se o documento for reaberto.',
  confirm: 'Concluir',
  done: 'Documento finalizado',
  overdue: 'Em atraso: reabra com nova data limite para concluir',
} as const;

export const REOPEN = {
  title: 'Reabrir documento',
  question: 'Quer mesmo reabrir esse processo?',
  confirm: 'Reabrir',
  done: 'Documento reaberto',
  date: 'Data limite',
  newDate: 'Nova data limite',
  lacks: 'Falta: nova data limite',
  passed: 'A data limite passou. Escolha uma nova, a partir de hoje.',
  keep: 'Pode ficar como está ou ser adiada.',
  thenComplete: 'Concluir em seguida',
  both: 'Reabrir e concluir',
} as const;

// Words of "Redistribuir" (rule A14).

export const REASSIGN = {
  title: 'Redistribuir documento',
  explanation: 'Para um documento parado, como quando quem cuida dele saiu. O motivo fica no histórico.',
  reason: 'Motivo',
  reasonHint: 'Por exemplo: de férias até 15 de janeiro.',
  act: 'Redistribuir',
  done: 'Documento redistribuído',
  responsible: 'responsável',
} as const;

export const REASON_MAX = 1000;

// Words of the reply box and of the transfer dialog.

export const REPLY_TEXT = {
  /**
   * Offered for a reply that has only files, because files alone don't enable sending (rule D1).
   */
  writeAttached: 'Escrever “Segue em anexo.”',
  attachedHtml: '<p>Segue em anexo.</p>',
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

/** Labels of the button that sends a reply, by what the reply does. */
export const REPLY_ACT_LABEL = { reply: 'Responder', extend: 'Prorrogar', transfer: 'Transferir' } as const;

/** First line of the message after sending a reply, in prescribed words (rule J1). */
export const REPLY_DONE = {
  reply: 'Nova interação adicionada',
  extend: 'Nova interação adicionada',
  transfer: 'Documento transferido',
} as const;

/** First line of the message after the transfer dialog; it names what the dialog did (rule D2). */
export const TRANSFER_DONE = { ...REPLY_DONE, extend: 'Prazo prorrogado' } as const;

const REPLY_LACK_TEXT = { content: 'texto', limit_date: 'data limite', pages: 'anexar as páginas' } as const;

export function missingText(lacks: readonly (keyof typeof REPLY_LACK_TEXT)[]): string {
  return `Falta: ${joined(lacks.map((lack) => REPLY_LACK_TEXT[lack]))}`;
}

/** Names the reply that the files will go with: `À sua resposta em PMVI 037`. */
export function attachAbout(document: { ticket: string | null; localCode: string | null }): string {
  return `À sua resposta em ${documentHeading(document)}`;
}

export function draftSavedText(savedAtMs: number, zone: string): string {
  return `Rascunho salvo às ${formatTime(savedAtMs, zone)}`;
}

export const TRANSFER_TEXT = {
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
 * Shown when a draft names a person whom the field no longer offers. `name` null: this device does
 * not know the name.
 */
export function personGoneText(name: string | null): string {
  return `${name === null ? 'A pessoa escolhida' : `A pessoa escolhida, ${name},`} saiu ou mudou de setor. Escolha outra.`;
}

/**
 * Shown when a draft names a sector that is not active any more. `name` null: this device does not
 * know the name.
 */
export function sectorGoneText(name: string | null): string {
  return `${name === null ? 'O setor escolhido' : `O setor ${name}`} foi desativado ou excluído. Escolha outro setor.`;
}

/** Announced when the choice of a person changes the chosen sector: `Setor ajustado para Obras`. */
export function sectorAdjustedText(name: string): string {
  return `Setor ajustado para ${name}`;
}

// Words of the choice between the plain editor and the one with formatting.

export const EDITOR_TEXT = {
  toSimple: 'Editor simples',
  toRich: 'Editor com formatação',
} as const;

// Words of the transfer that starts from the list, of one document or several (rules D1, D7).

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

export function moreText(count: number): string {
  return `e mais ${count}`;
}

/**
 * What the transfer will change and what it will not: `Os 3 passam para SEMTRAN, e quem recebe é
 * avisado. Os prazos continuam os mesmos; PMVI 044 passa de Pendente a Tramitando.` `place`: the
 * chosen sector; null while none is chosen.
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

/**
 * What of a selection is not transferred, and why: `2 ficam como estão: em atraso, precisam ser
 * reabertos com nova data limite. 1 fica como está: você não pode transferi-lo.`
 */
export function leftText({ late, others }: { late: number; others: number }): string {
  const stays = (count: number) => (count === 1 ? '1 fica como está' : `${count} ficam como estão`);
  return [
    late === 0
      ? ''
      : `${stays(late)}: em atraso, ${late === 1 ? 'precisa ser reaberto' : 'precisam ser reabertos'} com nova data limite.`,
    others === 0 ? '' : `${stays(others)}: você não pode ${others === 1 ? 'transferi-lo' : 'transferi-los'}.`,
  ]
    .filter((words) => words !== '')
    .join(' ');
}

/**
 * How many documents the chosen person has already (rule D7): `1 já está com essa pessoa e fica
 * como está.`
 */
export function alreadyText(count: number): string {
  return plural(count, {
    zero: '',
    one: '1 já está com essa pessoa e fica como está.',
    other: (n) => `${n} já estão com essa pessoa e ficam como estão.`,
  });
}

/** The message after a transfer: `Documento transferido`, `3 documentos transferidos`. */
export function transferredText(count: number): string {
  return count === 1 ? 'Documento transferido' : `${count} documentos transferidos`;
}

/** How many of several documents were not transferred: `2 não foram transferidos.` */
export function notTransferredText(count: number): string {
  return count === 1 ? '1 não foi transferido.' : `${count} não foram transferidos.`;
}
