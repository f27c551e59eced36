// Words of the audit on screen. The words of the accesses themselves are in
// `contract/access-words.ts`, because sheets use them too.

import type { AuditPage } from '#contract/accesses.ts';
import { ACCESS_WORDS } from '#contract/access-words.ts';
import type { AccessKind } from '#domain/accesses.ts';
import { type CalendarDay, dayAt } from '#domain/dates.ts';
import { formatDay, formatTime, plural } from '../words/format.ts';

export const AUDIT = {
  title: 'Auditoria',
  meta: 'Quem viu o quê. Cada consulta feita aqui também fica registrada.',
  tabsLabel: 'O que consultar',
  tabs: { documento: 'Quem viu este documento', pessoa: 'O que esta pessoa viu', atos: 'Atos de administração' },
  document: 'Documento',
  documentHint: 'Número, como PMVI 042 ou só 42',
  documentUnread: 'Isso não é um número de documento.',
  person: 'Pessoa',
  from: 'De',
  to: 'Até',
  kind: 'O que fez',
  everything: 'Tudo',
  look: 'Consultar',
  csv: 'Baixar CSV',
  print: 'Imprimir',
  asking: 'Consultando os acessos',
  offlineTitle: 'Sem conexão.',
  offline: 'A auditoria fica no servidor. Conecte-se à internet para consultar.',
  needsLogin: 'A sua sessão terminou. Entre de novo para consultar.',
  unanswered: 'O servidor não respondeu. Tente de novo.',
  unreadable: 'Este servidor não tem a auditoria.',
  notFound: { documento: 'Nenhum documento tem esse número.', pessoa: 'Esta pessoa não existe mais.', atos: '' },
  again: 'Tentar de novo',
  pick: {
    documento: { title: 'Escolha um documento', text: 'Escreva o número e veja quem o abriu, baixou ou imprimiu.' },
    pessoa: {
      title: 'Escolha uma pessoa',
      text: 'Veja o que ela abriu, baixou e imprimiu em um período de até um ano.',
    },
  },
  empty: { title: 'Nenhum acesso neste período', text: 'Mude as datas ou escolha “Tudo” em O que fez.' },
  order: 'Mais novos primeiro',
  hour: 'Hora',
  who: 'Quem',
  what: 'O que fez',
  why: 'Por que podia',
  device: 'Aparelho',
  about: 'Sobre',
  noTitle: 'Documento fora do seu acesso',
  noReason: 'sem acesso hoje',
  unknownPerson: 'Pessoa que não existe mais',
  commandLine: 'Linha de comando do servidor',
  content: 'Conteúdo nunca entra neste registro.',
  suspect: 'o relógio do aparelho não era confiável',
} as const;

export type AuditTab = keyof typeof AUDIT.tabs;

/** `6 pessoas viram, de 3 setores` · `12 arquivos baixados` · `3 impressões`. */
export function sumsText(tab: AuditTab, { sums }: Pick<AuditPage, 'sums'>): string[] {
  const files = plural(sums.files, { zero: '', one: '1 arquivo baixado', other: (n) => `${n} arquivos baixados` });
  const prints = plural(sums.prints, { zero: '', one: '1 impressão', other: (n) => `${n} impressões` });
  if (tab === 'atos') return [];
  const people = plural(sums.people, { zero: 'Ninguém viu', one: '1 pessoa viu', other: (n) => `${n} pessoas viram` });
  const documents = plural(sums.documents, {
    zero: 'Nenhum documento',
    one: '1 documento',
    other: (n) => `${n} documentos`,
  });
  const seen = tab === 'pessoa' ? documents : sums.sectors > 1 ? `${people}, de ${sums.sectors} setores` : people;
  return [seen, files, prints].filter((text) => text !== '');
}

export const accessCount = (total: number): string =>
  plural(total, { zero: 'Nenhum acesso', one: '1 acesso', other: (n) => `${n} acessos` });

export const refusedCount = (total: number): string =>
  plural(total, { zero: '', one: '1 tentativa sem acesso', other: (n) => `${n} tentativas sem acesso` });

type OnPaper = { readonly from: string | null; readonly to: string | null; readonly kind: AccessKind | null };

/** The filters of the audit, for paper: `De 30/10/2026 a 29/11/2026 · Imprimiu`. */
export function askedText({ from, to, kind }: OnPaper): string {
  const day = (one: string) => formatDay(one as CalendarDay);
  const [first, last] = [from === null ? '' : `De ${day(from)}`, to === null ? '' : `até ${day(to)}`];
  const days = from === null ? last.replace('até', 'Até') : `${first} ${last}`.trim();
  return [days === '' ? 'Todo o período' : days, kind === null ? AUDIT.everything : ACCESS_WORDS[kind]].join(' · ');
}

/** `Consultado por Débora Sabino em 29/11/2026 às 02:15. Página 1 de 3.` */
export function askedByText(who: string, of: { at: number; zone: string; page: number; pages: number }): string {
  const { at, zone, page, pages } = of;
  const moment = `em ${formatDay(dayAt(at, zone))} às ${formatTime(at, zone)}`;
  return `Consultado por ${who} ${moment}.${pages > 1 ? ` Página ${page} de ${pages}.` : ''}`;
}

/** `contado às 08:31`: when the server was told of an act that was done without a network. */
export const heardText = (at: string): string => `contado às ${at}`;

/**
 * The most names that a row has room for. One import of a sheet can be about hundreds of people.
 */
const NAMED_MAX = 4;

/**
 * `Ana Lima, Rui Dias`; `Ana Lima, Rui Dias, Beatriz Nunes e mais 497`. The sheet (CSV) names all.
 */
export function aboutText(names: readonly string[]): string {
  if (names.length <= NAMED_MAX) return names.join(', ');
  return `${names.slice(0, NAMED_MAX - 1).join(', ')} e mais ${names.length - NAMED_MAX + 1}`;
}
