import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { recentDocuments } from '#mirror/questions/recent-documents.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';

const NEWS = 10;

/** The recent documents that the notifications show; undefined until they are read. */
export function useRecentDocuments(): ListedDocument[] | undefined {
  const { mirror, person, today } = useProfile();
  const { userId } = person;
  return useLiveQuery(() => recentDocuments(mirror, { userId, today, limit: NEWS }), [mirror, userId, today]);
}

/** When the document reached this person. */
export function arrivedAt(document: ListedDocument, userId: number): string {
  return document.facts.arrived_at[String(userId)] ?? document.created_at;
}

function newestOf(documents: readonly ListedDocument[] | undefined, userId: number): string {
  const [newest] = documents ?? [];
  return newest === undefined ? '' : arrivedAt(newest, userId);
}

/** Whether a document arrived since the person last opened the notifications on this device (rule G8). */
export function useHasNews(): boolean {
  const { userId } = useProfile().person;
  const facts = useDeviceFacts();
  const newest = newestOf(useRecentDocuments(), userId);
  return facts !== null && newest > (facts.newsSeen[String(userId)] ?? '');
}

/** Marks everything that has arrived as seen. */
export async function markNewsSeen(documents: readonly ListedDocument[], userId: number): Promise<void> {
  const newest = newestOf(documents, userId);
  const { newsSeen } = await readDeviceFacts();
  if (newest > (newsSeen[String(userId)] ?? '')) {
    await changeDeviceFacts({ newsSeen: { ...newsSeen, [String(userId)]: newest } });
  }
}
