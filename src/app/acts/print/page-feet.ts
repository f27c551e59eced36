// The foot of each printed page: what it is a page of, and which one. Only the margin of a page is told its number, and only a
// style sheet writes there.

import { PRINT } from '../../text/print.ts';

/** What a sheet is called at the foot of its pages. */
export type Named = { readonly heading: string; readonly title: string; readonly tenant: string };

/**
 * The rules for the pages of these sheets, which are the children of `.place`. A sheet by itself counts its pages of all. Of
 * several, no style sheet knows how many pages one has, so its page is counted, and that of the whole printing beside it.
 */
export function pageFeet(place: string, sheets: readonly Named[]): string {
  return sheets.map((sheet, at) => footOf(place, { sheet, at, isAlone: sheets.length === 1 })).join('\n');
}

type Foot = { readonly sheet: Named; readonly at: number; readonly isAlone: boolean };

function footOf(place: string, { sheet, at, isAlone }: Foot): string {
  const page = `sheet-${at + 1}`;
  const count = `counter(page) ${quoted(PRINT.pageOf)} counter(pages)`;
  const counted = isAlone
    ? count
    : `${quoted(PRINT.page)} counter(${page}) "\\A" ${count} ${quoted(PRINT.ofThisPrinting)}`;
  const look = `vertical-align: top; padding-top: 3mm; font: 7.5pt/10pt var(--font-ui); color: #000; white-space: pre-line;`;
  return `
.${CSS.escape(place)} > :nth-child(${at + 1}) { page: ${page}; }
@page ${page} {
  counter-increment: ${page};
  @bottom-left {
    content: ${quoted(`${sheet.heading} · ${sheet.tenant}`)} "\\A" ${quoted(sheet.title)};
    width: 80%; text-align: left; overflow-wrap: anywhere; ${look}
  }
  @bottom-right { content: ${counted}; text-align: right; ${look} }
}`;
}

/** Text as a string of a style sheet. */
function quoted(text: string): string {
  return `"${CSS.escape(text)}"`;
}
