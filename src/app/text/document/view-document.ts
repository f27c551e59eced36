// Words of the document's screen.

import type { OrganizationRef, PersonRef } from '#contract/references.ts';
import { formatDay } from '../words/format.ts';
import { joined, plural } from '../words/grammar.ts';
import { fullName } from '../words/names.ts';

/** `(na época, Ana Souza)`, behind the name that a person has now; null where it was the same. */
export function thenText({ authorThen }: { readonly authorThen?: string }): string | null {
  return authorThen === undefined ? null : `(na época, ${authorThen})`;
}

export const VIEW_TEXT = {
  back: 'Voltar',
  transfer: 'Transferir',
  complete: 'Concluir',
  reopen: 'Reabrir',
  options: 'Mais opções',
  route: 'Caminho do documento',
  thread: 'Tramitação',
  info: 'Informações',
  seenBy: 'Visto por',
  tabs: 'Partes do documento',
  you: 'você',
  edit: 'Editar',
  discard: 'Descartar',
  type: 'Tipo',
  subject: 'Assunto',
  physicalNumber: 'Nº físico',
  origin: 'Origem',
  noOrigin: 'Sem setor',
  with: 'Está com',
  deadline: 'Prazo',
  createdOn: 'Criado em',
  exception: 'Justificativa da exceção',
  noReason: 'Sem justificativa',
  tags: 'Palavras-chave',
  noTags: 'Sem palavras-chave.',
  files: 'Arquivos',
  history: 'Histórico',
  seenOffline: 'visto offline',
  othersSaw: 'Também viram',
  nobodySaw: 'Ninguém viu ainda.',
  clockSuspect: 'hora do aparelho incorreta',
  registered: 'Registrado',
  loading: 'Carregando o documento',
  notHere: 'Este documento não está neste aparelho',
  noAccess: 'Você não tem acesso a este documento',
  noAccessWhy:
    'O link leva a um documento que não passou por você nem pelo seu setor, ou que não existe. Peça a quem enviou o link que mencione você no documento.',
  checkAgain: 'Conferir de novo',
  notHereOffline: 'Sem conexão: este documento ainda não foi guardado aqui.',
  notHereOnline: 'Ele pode estar só no aparelho em que foi criado, ou você não tem acesso a ele.',
  unanswered: 'O servidor não respondeu.',
  askAgain: 'Tentar de novo',
  toList: 'Ver documentos',
  detailsOffline: 'Sem conexão: o texto e os arquivos deste documento ainda não foram guardados aqui.',
  needsYou: 'Um envio seu neste documento precisa de você.',
  needsYouAction: 'Ver pendências',
  resolve: 'Resolver',
  mayBeRefused: 'O documento mudou desde que você fez isto: pode não ser aceito.',
  noNumberNote: 'O número sai quando o documento for registrado.',
  pencilDeadline: 'ainda não registrado',
} as const;

/** `4 de 6`. */
export function seenCountText(counts: { seen: number; all: number }): string {
  return `${counts.seen} de ${counts.all}`;
}

/** `Ainda não viram: Yasmin Cordeiro, Anselmo Guedes`. */
export function notYetText(people: readonly PersonRef[]): string {
  const verb = people.length === 1 ? 'Ainda não viu' : 'Ainda não viram';
  return `${verb}: ${people.map(fullName).join(', ')}`;
}

/** `1 dia`, `agora, há 3 dias`: how long the document was, or is, in a sector. */
export function stopNote(stop: { days: number; current: boolean }): string {
  const days = plural(stop.days, { zero: 'hoje', one: '1 dia', other: (n) => `${n} dias` });
  if (!stop.current) return stop.days === 0 ? 'menos de 1 dia' : days;
  return stop.days === 0 ? 'agora, desde hoje' : `agora, há ${days}`;
}

/** `12 registros`. */
export function recordsText(count: number): string {
  return plural(count, { zero: 'nenhum registro', one: '1 registro', other: (n) => `${n} registros` });
}

/** `5 vezes, a primeira ontem às 16:05`, from the second view on (rule E2). */
export function timesText(count: number, first: string): string | null {
  return count > 1 ? `${count} vezes, a primeira ${first}` : null;
}

export type ActParts = {
  readonly responsibles: readonly PersonRef[];
  readonly organizations: readonly OrganizationRef[];
  readonly limitDate: string | null;
};

/** What a knot or line of the thread says after the author's name, with the bold words apart. */
export function actSentence(
  kind: 'transfer' | 'extension' | 'completion' | 'reopening',
  parts: ActParts,
): { verb: string; strong: string | null; rest: string | null } {
  const day = parts.limitDate === null ? null : formatDay(parts.limitDate);
  switch (kind) {
    case 'transfer': {
      const people = parts.responsibles.map(fullName);
      const sectors = parts.organizations.map((one) => one.acronym);
      if (sectors.length === 0) return { verb: 'transferiu para', strong: joined(people), rest: null };
      return { verb: 'transferiu para', strong: joined(sectors), rest: people.length === 0 ? null : joined(people) };
    }
    case 'extension':
      return { verb: 'prorrogou o prazo até', strong: day, rest: null };
    case 'completion':
      return { verb: 'finalizou o documento', strong: null, rest: null };
    case 'reopening':
      return { verb: 'reabriu o documento', strong: null, rest: day === null ? null : `prazo até ${day}` };
  }
}

/** The same as one text, for paper: `transferiu para SEMTRAN · Caio Rezende Porto`. */
export function actText({ verb, strong, rest }: ReturnType<typeof actSentence>): string {
  const said = strong === null ? verb : `${verb} ${strong}`;
  return rest === null ? said : `${said} · ${rest}`;
}
