// The notices of "Avisos", and which of them were read: those that the person marked or opened on
// this device, stored per person, and those that the server knows they have opened.

import { type Notice, notices } from '#mirror/questions/notices.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { createContext, createElement, type ReactNode, useContext, useEffect } from 'react';
import { useProfile, useLive } from '../../profile/profile.tsx';
import { keepInPassing } from '../../device/keep-choice.ts';
import { watchSigns } from '../../device/use-browser-online.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { useSyncState } from '../connection/use-sync-state.ts';

/** Documents. */
const LISTED = 30;
/** More than a list of that many documents ever shows, so that none becomes new again. */
const READ_KEPT = 600;

export type News = {
  /** How many commands were refused or are in conflict. */
  readonly needsYou: number;
  /** One row per document, with what is new of it. */
  readonly unread: readonly NewsRow[];
  /** One row per document of which nothing is new. */
  readonly read: readonly NewsRow[];
};

/** The notices of one document: the newest, and the others of its kind. */
export type NewsRow = { readonly newest: Notice; readonly others: readonly Notice[] };

const NewsContext = createContext<News | undefined>(undefined);

/** Live; undefined until it was read. */
export function useNews(): News | undefined {
  return useContext(NewsContext);
}

/** Reads the news once for everything that shows something of them. */
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

/** Notices, newest first, by document. */
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
 * Whether something needs its author, or arrived since the person last opened the notices on this
 * device (rule G8). The red dot of arrivals goes when the notices are opened, that of work that
 * needs its author when it was decided. A notice stays new until its place was opened.
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

/** Takes the red dot of arrivals away, until something newer comes. */
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
