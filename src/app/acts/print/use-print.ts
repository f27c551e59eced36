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

/** Whether the application is printing by itself. The browser announces that print too. */
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

/** Prints documents, given their pages. It needs no network. */
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
/** How many rows it has, and what draws it. */
type DrawnPaper = { readonly rows: number; readonly node: (facts: PrintFacts) => ReactNode };

/** Prints a table, once it is drawn for paper. It is noted as a printing of so many rows. */
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
 * While a document is open, the browser's own command gives its sheet too. The browser does not
 * wait for anything then, so what draws the sheet is fetched before.
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
    // In a task of its own, because the present one draws the document.
    const asking = setTimeout(() => void paper().then((part) => (loaded = part)));
    const onPrint = () => {
      if (isPrinting) return;
      const views = [latest.current.view];
      const facts = latest.current.factsNow();
      if (loaded !== null) {
        const takeAway = loaded.layOut(loaded.sheetsOf(views, facts));
        // A phone announces the application's own print after its dialog was asked for.
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

/** A dialog of the browser that is closed without printing counts too: nothing tells them apart. */
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
