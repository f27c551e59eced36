// Sheets stand in a root of their own beside the application: what is printed is the sheets, and nothing of the screen.

import type { DocumentView } from '#mirror/questions/view-document.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { documentHeading } from '../../text/ticket-text.ts';
import styles from './lay-out.module.css';
import { pageFeet } from './page-feet.ts';
import { type PrintFacts, PrintSheet } from './print-sheet.tsx';

/**
 * Puts the sheets of these documents on the page, at once, where only a printer sees them. Returns what takes them away;
 * undefined if there are sheets already, because `window.print()` asks a listener of the browser's command too.
 */
export function layOut(views: readonly DocumentView[], facts: PrintFacts): (() => void) | undefined {
  if (document.querySelector(`.${styles.sheets}`) !== null) return undefined;
  const place = document.createElement('div');
  place.className = styles.sheets ?? '';
  document.body.append(place);
  const root = createRoot(place);
  flushSync(() => root.render(views.map((view) => <PrintSheet key={view.document.key} view={view} facts={facts} />)));
  const named = views.map(({ document: { title, ...named } }) => ({
    heading: documentHeading(named),
    title,
    tenant: facts.tenant.name,
  }));
  const takeFeetAway = adopt(pageFeet(place.className, named));
  return () => {
    takeFeetAway();
    root.unmount();
    place.remove();
  };
}

/**
 * Adds rules to the page, and returns what takes them away. The content policy refuses an element for them, so browsers before
 * Safari 16.4 print without them.
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

/** Prints them. Resolves when the browser's dialog is closed, or was opened where that is not told. */
export async function printSheets(views: readonly DocumentView[], facts: PrintFacts): Promise<void> {
  const takeAway = layOut(views, facts);
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
