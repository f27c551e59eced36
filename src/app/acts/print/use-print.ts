import { noteAccess } from '#mirror/keep/note-access.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { readMeta } from '#mirror/store/storage.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useTenantLogo } from '../../shared/screen/use-tenant-logo.ts';
import type { LaidSheet } from './lay-out.tsx';
import type { PrintFacts } from './print-sheet.tsx';

const paper = () => import('./lay-out.tsx');

/**
 * Whether the application itself is printing. Its print also raises the browser's `beforeprint`.
 */
let isPrinting = false;

async function printOwn(sheets: (part: Awaited<ReturnType<typeof paper>>) => readonly LaidSheet[]): Promise<void> {
  const part = await paper();
  isPrinting = true;
  try {
    await part.printSheets(sheets(part));
  } finally {
    isPrinting = false;
  }
}

/** Prints the given documents. It needs no network. */
export function usePrint(): { readonly print: (views: readonly DocumentView[]) => void; readonly isBusy: boolean } {
  const { mirror } = useProfile();
  const factsNow = usePrintFacts();
  const [isBusy, setBusy] = useState(false);

  async function print(views: readonly DocumentView[]): Promise<void> {
    setBusy(true);
    try {
      await printOwn(({ sheetsOf }) => sheetsOf(views, factsNow()));
      await notePrints(mirror, { views, facts: factsNow() });
    } finally {
      setBusy(false);
    }
  }

  return { print: (views) => void print(views), isBusy };
}

/** What a table on paper is called at the foot of its pages. */
export type PaperName = { readonly heading: string; readonly title: string };
/** A table ready to print: the number of its rows, and the function that draws it. */
type DrawnPaper = { readonly rows: number; readonly node: (facts: PrintFacts) => ReactNode };

/**
 * Prints a table once it is drawn for paper. The audit notes a printing with the number of rows.
 */
export function usePrintPaper(): {
  readonly print: (name: PaperName, draw: () => Promise<DrawnPaper>) => void;
  readonly isBusy: boolean;
} {
  const { mirror } = useProfile();
  const factsNow = usePrintFacts();
  const [isBusy, setBusy] = useState(false);

  async function print({ heading, title }: PaperName, draw: () => Promise<DrawnPaper>): Promise<void> {
    setBusy(true);
    try {
      const { rows: amount, node } = await draw();
      const facts = factsNow();
      await printOwn(() => [{ key: heading, heading, title, tenant: facts.tenant.name, node: node(facts) }]);
      const performed_at = new Date(facts.nowMs).toISOString();
      await noteAccess(mirror, { kind: 'print', amount, performed_at, offline: facts.network !== 'ok' });
    } finally {
      setBusy(false);
    }
  }

  return { print: (name, draw) => void print(name, draw), isBusy };
}

/**
 * While a document is open, the browser's own print command prints its sheet too. The browser waits
 * for nothing then, so the code that draws the sheet is fetched before.
 */
export function useBrowserPrint(view: DocumentView): void {
  const { mirror } = useProfile();
  const factsNow = usePrintFacts();
  const latest = useRef({ view, factsNow, mirror });
  useEffect(() => {
    latest.current = { view, factsNow, mirror };
  });
  useEffect(() => {
    let loaded: Awaited<ReturnType<typeof paper>> | null = null;
    // Fetched in a later task, because the present one draws the document.
    const asking = setTimeout(() => void paper().then((part) => (loaded = part)));
    const onPrint = () => {
      if (isPrinting) return;
      const views = [latest.current.view];
      const facts = latest.current.factsNow();
      if (loaded !== null) {
        const takeAway = loaded.layOut(loaded.sheetsOf(views, facts));
        // A phone raises `beforeprint` for the application's own print late, when `isPrinting` is
        // over. The sheets are still there then.
        if (takeAway === undefined) return;
        window.addEventListener('afterprint', takeAway, { once: true });
      }
      // Without the sheet the browser prints the screen, which has the document too.
      void notePrints(latest.current.mirror, { views, facts });
    };
    window.addEventListener('beforeprint', onPrint);
    return () => {
      clearTimeout(asking);
      window.removeEventListener('beforeprint', onPrint);
    };
  }, []);
}

/**
 * Notes the printing of each registered document for the audit. A browser's dialog that was closed
 * without printing counts too, because the page can't tell the difference.
 */
async function notePrints(
  mirror: Mirror,
  { views, facts }: { views: readonly DocumentView[]; facts: PrintFacts },
): Promise<void> {
  const performed_at = new Date(facts.nowMs).toISOString();
  for (const { document } of views)
    if (document.serverId !== null)
      await noteAccess(mirror, {
        kind: 'print',
        document_id: document.serverId,
        performed_at,
        offline: facts.network !== 'ok',
      });
}

/** What a sheet says beside the document, at the moment of the call. */
function usePrintFacts(): () => PrintFacts {
  const { mirror, session, zone, today, now } = useProfile();
  const { network } = useConnection();
  const logo = useTenantLogo() ?? null;
  const checkedAtMs = useLiveQuery(() => readMeta(mirror, 'refreshedAtMs'), [mirror]) ?? null;
  const { tenant } = session;
  return () => ({
    person: session,
    tenant: { name: tenant.name, logo },
    zone,
    today,
    nowMs: now(),
    checkedAtMs,
    network,
    origin: window.location.origin,
  });
}
