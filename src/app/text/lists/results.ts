import type { FoundIn } from '#mirror/questions/search-texts.ts';
import { joined } from '../words/format.ts';
import { foundText, type Part } from './list.ts';

/** Words of the search (rule J1). */
export const RESULTS = {
  title: 'Busca',
  field: 'Buscar documento, setor ou pessoa',
  placeholder: 'Documento, setor ou pessoa',
  hint: 'Escreva ao menos duas letras de um título, número, setor ou nome. A busca é neste aparelho, também sem internet.',
  tabs: 'Resultados',
  documents: 'Documentos',
  sectors: 'Setores',
  users: 'Usuários',
  nothing: 'Nada foi encontrado para sua busca',
  nothingNext: 'Procure por uma palavra do título, pelo número ou por parte do nome de uma pessoa ou de um setor.',
  again: 'Tentar de novo',
  all: 'Ver na lista de documentos',
  noSector: 'sem setor',
  inTexts: 'No texto',
  loading: 'Procurando',
  where: 'Procura neste aparelho, também sem internet',
  save: 'Salvar esta busca',
  keys: '↑ ↓ escolhe · Enter abre · Esc limpa',
} as const;

/** Headings of the groups of results: where the searched words were found. */
export const FOUND_IN_NAME: Readonly<Record<FoundIn, string>> = {
  number: 'Pelo número',
  title: 'No título',
  other: 'Em outros dados',
};

const FOUND_IN_WORDS: Readonly<Record<FoundIn, string>> = {
  number: 'pelo número',
  title: 'no título',
  other: 'em outros dados',
};

/**
 * How many documents a search found. `listed`: by numbers, titles and other data. `texts`: only by
 * their texts. `shown`: how many of them are on screen.
 */
export type FoundCounts = {
  readonly listed: {
    readonly total: number;
    readonly shown: number;
    readonly places: readonly { readonly place: FoundIn; readonly shown: number }[];
  };
  readonly texts: { readonly total: number; readonly shown: number };
};

/**
 * `5 documentos: 3 no título e 2 no texto`; with `isPartial`, `5 documentos neste aparelho: …`.
 * Where not all are shown: `128 documentos: 120 em título, números e outros dados (os 30 primeiros
 * abaixo) e 8 no texto`. The first number is the one on the tab.
 */
export function foundSentence({ listed, texts }: FoundCounts, part: Part = {}): string {
  const isCut = listed.shown < listed.total;
  if (isCut && texts.total === 0) return `${foundText(listed.total, part)}, ${firstBelow(listed.shown)}`;
  const parts = isCut
    ? [`${listed.total} em título, números e outros dados (${firstBelow(listed.shown)})`]
    : listed.places.map(({ place, shown }) => `${shown} ${FOUND_IN_WORDS[place]}`);
  const cut = texts.shown < texts.total ? ` (${firstBelow(texts.shown)})` : '';
  if (texts.total > 0) parts.push(`${texts.total} no texto${cut}`);
  return `${foundText(listed.total + texts.total, part)}: ${joined(parts)}`;
}

const firstBelow = (shown: number) => (shown === 1 ? 'o primeiro abaixo' : `os ${shown} primeiros abaixo`);

type Scope = { readonly searched: number; readonly kept: number; readonly all: number; readonly isDone: boolean };

/**
 * How many texts were searched: `Procurado também no texto dos 812 documentos guardados neste
 * aparelho.` It also says which documents were left out, because their text was not searched or is
 * not on this device.
 */
export function textScopeText({ searched, kept, all, isDone }: Scope): string {
  if (!isDone) return `Procurando também no texto… ${searched} de ${kept}`;
  if (all === 0) return 'Não há documentos neste aparelho.';
  if (kept === 0) return 'O texto dos documentos ainda não está neste aparelho.';
  if (searched < kept) {
    return `Procurado também no texto dos ${searched} documentos mais novos. O texto dos mais antigos ficou de fora.`;
  }
  const where = kept === 1 ? 'no texto do documento guardado' : `no texto dos ${kept} documentos guardados`;
  const others = all - kept;
  const left = others === 1 ? ' O texto de 1 outro não está aqui.' : ` O texto de outros ${others} não está aqui.`;
  return `Procurado também ${where} neste aparelho.${others === 0 ? '' : left}`;
}

/**
 * The link from a list to the search of texts. `total`: documents that the list leaves out, because
 * the searched words stand only in their texts.
 */
export function inTextsText(total: number): string {
  return `Procurar também no texto das respostas (${total})`;
}
