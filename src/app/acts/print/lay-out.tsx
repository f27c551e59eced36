// Lays sheets out in a React root of their own beside the application. The browser prints the
// sheets and nothing of the screen.

import type { DocumentView } from '#mirror/questions/view-document.ts';
import { Fragment, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { documentHeading } from '../../text/words/document.ts';
import { PRINT } from '../../text/document/view-document.ts';
import styles from './lay-out.module.css';
import { type PrintFacts, PrintSheet } from './print-sheet.tsx';

// The foot of each printed page names the sheet and the page number. It is written by a style
// sheet, because only the margin boxes of CSS know the number of a page.

/** What a sheet is called at the foot of its pages. */
type FootText = { readonly heading: string; readonly title: string; readonly tenant: string };
export type LaidSheet = FootText & { readonly key: string; readonly node: ReactNode };

/**
 * The style rules for the pages of these sheets, which are the children of `.place`. A single sheet
 * shows its page number and the number of pages. With several sheets CSS does not know how many
 * pages each one has. So a page shows its number within its sheet, and beside it the number and
 * count of the whole printing.
 */
function pageFeet(place: string, sheets: readonly FootText[]): string {
  return sheets.map((sheet, at) => footOf(place, { sheet, at, isAlone: sheets.length === 1 })).join('\n');
}

type Foot = { readonly sheet: FootText; readonly at: number; readonly isAlone: boolean };

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

export function sheetsOf(views: readonly DocumentView[], facts: PrintFacts): LaidSheet[] {
  return views.map((view) => {
    const { title, key, ...named } = view.document;
    const heading = documentHeading(named);
    return { key, heading, title, tenant: facts.tenant.name, node: <PrintSheet view={view} facts={facts} /> };
  });
}

/**
 * Puts sheets into the page at once, visible to a printer only. Returns the function that removes
 * them. Returns undefined when sheets are there already, because `window.print()` also calls the
 * listener for the browser's own command.
 */
export function layOut(sheets: readonly LaidSheet[]): (() => void) | undefined {
  if (document.querySelector(`.${styles.sheets}`) !== null) return undefined;
  const place = document.createElement('div');
  place.className = styles.sheets ?? '';
  document.body.append(place);
  const root = createRoot(place);
  flushSync(() => root.render(sheets.map(({ key, node }) => <Fragment key={key}>{node}</Fragment>)));
  const takeFeetAway = adopt(pageFeet(place.className, sheets));
  return () => {
    takeFeetAway();
    root.unmount();
    place.remove();
  };
}

/**
 * Adds style rules to the page, and returns the function that removes them. The content policy
 * forbids a style element, so browsers before Safari 16.4 print without the rules.
 */
function adopt(rules: string): () => void {
  if (!('adoptedStyleSheets' in document)) return () => undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

/**
 * Prints the sheets. Resolves when the browser's dialog is closed, or was opened where its end is
 * not reported.
 */
export async function printSheets(sheets: readonly LaidSheet[]): Promise<void> {
  const takeAway = layOut(sheets);
  if (takeAway === undefined) return;
  await Promise.all([
    document.fonts.ready,
    ...[...document.querySelectorAll<HTMLImageElement>(`.${styles.sheets} img`)].map((image) =>
      image.decode().catch(() => undefined),
    ),
  ]);
  // Some phones open the dialog and return at once. The sheets stay until the dialog is closed.
  window.addEventListener('afterprint', takeAway, { once: true });
  window.print();
}
