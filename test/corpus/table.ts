// The result of each file, as a Markdown table and totals.

import { basename } from 'node:path';
import { DIFFERENCE_MAX } from '../e2e/poppler.ts';
import type { ViewerResult } from './view.ts';

export type Row = { readonly name: string; readonly size: number } & (
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'taken'; readonly keptAs: string; readonly viewed: ViewerResult | null }
  /** The file could not be sent or viewed. */
  | { readonly kind: 'failed'; readonly why: string }
);

/**
 * The fault of the application's drawing; null when it equals poppler's within bounds, or when the
 * viewer says what is missing.
 */
export function wrongIn({ drawn, popplerPages, largest, said }: ViewerResult): string | null {
  if (drawn === null) return said.length === 0 ? 'no page and no word' : null;
  if (drawn.whole < drawn.of && said.length === 0) return 'a page is missing without a word';
  if (popplerPages !== null && drawn.of !== popplerPages) return 'another number of pages';
  if (largest !== null && largest.difference > DIFFERENCE_MAX) return `page ${largest.place} differs`;
  return null;
}

export function isWrong(row: Row): boolean {
  return row.kind === 'failed' || (row.kind === 'taken' && row.viewed !== null && wrongIn(row.viewed) !== null);
}

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${cellsOf(row).map(inCell).join(' | ')} |`);
  return [
    '| file | bytes | result | words | pages drawn / poppler | largest difference |',
    '| - | -: | - | - | - | - |',
    ...lines,
  ].join('\n');
}

function cellsOf(row: Row): string[] {
  const start = [row.name, String(row.size)];
  if (row.kind === 'refused') return [...start, 'refused', row.why, '', ''];
  if (row.kind === 'failed') return [...start, 'FAILED', row.why, '', ''];
  const { keptAs, viewed } = row;
  const kept = keptAs === basename(row.name) ? [] : [`kept as ${keptAs}`];
  if (viewed === null) return [...start, 'taken', kept.join(), '', ''];
  const { drawn, popplerPages, largest, said } = viewed;
  const wrong = wrongIn(viewed);
  return [
    ...start,
    wrong === null ? 'taken' : 'WRONG',
    [...kept, ...(wrong === null ? [] : [wrong]), ...said].join('; '),
    `${drawn?.whole ?? 0} of ${drawn?.of ?? 0} / ${popplerPages ?? 'not opened'}`,
    largest === null ? '' : `${largest.difference.toFixed(4)} (page ${largest.place})`,
  ];
}

/** A name may contain line ends, bars and control characters. */
function inCell(words: string): string {
  return words
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('|', '\\|')
    .trim();
}

export function totalsOf(rows: readonly Row[]): string {
  const count = (is: (row: Row) => boolean) => rows.filter(is).length;
  const viewed = rows.flatMap((row) => (row.kind === 'taken' && row.viewed !== null ? [row.viewed] : []));
  const sum = (of: (one: ViewerResult) => number) => viewed.reduce((total, one) => total + of(one), 0);
  const largest = Math.max(0, ...viewed.map((one) => one.largest?.difference ?? 0));
  return [
    `${rows.length} files: ${count((row) => row.kind === 'taken')} taken, ${count((row) => row.kind === 'refused')} refused, ${count((row) => row.kind === 'failed')} failed.`,
    `${viewed.length} PDFs opened: ${sum((one) => one.drawn?.whole ?? 0)} of ${sum((one) => one.drawn?.of ?? 0)} pages drawn whole (poppler: ${sum((one) => one.popplerPages ?? 0)}), ${viewed.filter((one) => one.said.length > 0).length} files told not to be shown whole, ${viewed.filter((one) => wrongIn(one) !== null).length} wrong.`,
    `The largest difference of a page: ${largest.toFixed(4)} (${DIFFERENCE_MAX} is allowed).`,
  ].join('\n');
}
