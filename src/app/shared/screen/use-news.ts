// The notices of "Avisos", and which of them are read. A notice is read when the person marked it
// or opened its document on this device; the device stores this per person. It is also read once
// the server has recorded, later than the notice, that the person opened the document.

import { type Notice, notices } from '#mirror/questions/notices.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { createContext, createElement, type ReactNode, useContext, useEffect } from 'react';
import { useProfile, useLive } from '../../profile/profile.tsx';
import { keepInPassing } from '../../device/keep-choice.ts';
import { watchSigns } from '../../device/use-browser-online.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { useSyncState } from '../connection/use-sync-state.ts';

/** The number of documents whose newest notices are listed. */
const LISTED = 30;
/**
 * The number of read notices that a device remembers for a person. The listed documents never have
 * as many, so no listed notice becomes unread again.
 */
const READ_KEPT = 600;

export type News = {
  /** How many commands were refused or are in conflict. */
  readonly needsYou: number;
  /** The documents with unread notices; a row has only the unread ones. */
  readonly unread: readonly NewsRow[];
  /** The documents without unread notices. */
  readonly read: readonly NewsRow[];
};

/** The unread notices of one document, or its read ones: the newest, and the others. */
export type NewsRow = { readonly newest: Notice; readonly others: readonly Notice[] };

const NewsContext = createContext<News | undefined>(undefined);

/** The news, which update by themselves; undefined until they have been read from the mirror. */
export function useNews(): News | undefined {
  return useContext(NewsContext);
}

/** Reads the news once for all components that show them. */
export function NewsProvider({ children }: { children: ReactNode }) {
  const { mirror, person, today, zone } = useProfile();
  const { userId } = person;
  const facts = useDeviceFacts();
  const listed = useLive(() => notices(mirror, { userId, today, zone, limit: LISTED }), [mirror, userId, today, zone]);
  const { needsAuthor: needsYou } = useSyncState().summary;
  const known = new Set(facts?.noticesRead[userId]);
  const value = listed && facts ? { needsYou, ...rowsOf(listed, known) } : undefined;
  return createElement(NewsContext, { value }, children);
}

/** Groups notices by document. `listed`: newest first. */
function rowsOf(listed: readonly Notice[], known: ReadonlySet<string>): Pick<News, 'unread' | 'read'> {
  const isRead = ({ key, isSeen }: Notice) => isSeen || known.has(key);
  const unread = byDocument(listed.filter((one) => !isRead(one)));
  const shown = new Set(unread.map(({ newest }) => newest.document.key));
  return { unread, read: byDocument(listed.filter((one) => isRead(one) && !shown.has(one.document.key))) };
}

function byDocument(listed: readonly Notice[]): NewsRow[] {
  const rows = new Map<string, NewsRow>();
  for (const notice of listed) {
    const { key } = notice.document;
    const row = rows.get(key);
    rows.set(key, row === undefined ? { newest: notice, others: [] } : { ...row, others: [...row.others, notice] });
  }
  return [...rows.values()];
}

/**
 * Whether the red dot is shown: a command needs its author, or a notice came since the person last
 * opened "Avisos" on this device (rule G8). Opening "Avisos" ends the dot of notices, although they
 * stay unread until their document is opened. The dot of a command ends when its author has
 * decided.
 */
export function useHasNews(): boolean {
  const { userId } = useProfile().person;
  const facts = useDeviceFacts();
  const news = useNews();
  if (facts === null || news === undefined) return false;
  const seenAt = facts.newsSeen[String(userId)] ?? '';
  return news.needsYou > 0 || news.unread.some(({ newest }) => newest.at > seenAt);
}

/** Marks the notices of the document with this key as read while it is open and visible. */
export function useReadByOpening(key: string): void {
  const { userId } = useProfile().person;
  const row = useNews()?.unread.find(({ newest }) => newest.document.key === key);
  useEffect(() => {
    if (row === undefined) return undefined;
    const read = () => {
      if (document.visibilityState === 'visible') keepInPassing(markRead([row], userId));
    };
    read();
    return watchSigns(read);
  }, [row, userId]);
}

/** Takes away the red dot of the notices so far; a newer one brings it back. */
export async function markNewsSeen({ unread }: News, userId: number): Promise<void> {
  const newest = unread[0]?.newest;
  const { newsSeen } = await readDeviceFacts();
  if (newest !== undefined && newest.at > (newsSeen[String(userId)] ?? '')) {
    await changeDeviceFacts({ newsSeen: { ...newsSeen, [String(userId)]: newest.at } });
  }
}

/** Marks the notices of these rows as read. */
export async function markRead(rows: readonly NewsRow[], userId: number): Promise<void> {
  const read = rows.flatMap(({ newest, others }) => [newest, ...others]);
  const { noticesRead } = await readDeviceFacts();
  const keys = new Set([...(noticesRead[String(userId)] ?? []), ...read.map(({ key }) => key)]);
  await changeDeviceFacts({ noticesRead: { ...noticesRead, [String(userId)]: [...keys].slice(-READ_KEPT) } });
}
