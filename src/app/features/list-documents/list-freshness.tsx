import { CloudOff } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { formatTime } from '../../text/format.ts';
import { freshnessText } from '../../text/freshness.ts';
import { foundHereText, keptText, LIST } from '../../text/list.ts';

/** `isPartial`: whether the list's numbers count a part of what there is (S110). */
type Props = { kept: number | undefined; isSearch: boolean; isPartial: boolean };

/**
 * The time of the list's data, under its title, and what its numbers count where that is a part; without a connection how much of it
 * is on this device (src/app/experience.md, experience P2, rule F10).
 */
export function ListFreshness({ kept, isSearch, isPartial }: Props) {
  const { today, zone } = useProfile();
  const { connection, summary } = useSyncState();
  const { isOffline, network } = connection;
  const { refreshedAtMs } = summary;
  if (isOffline && isSearch && refreshedAtMs !== null) {
    return <span>{foundHereText(formatTime(refreshedAtMs, zone))}</span>;
  }
  const text = freshnessText({ refreshedAtMs, network }, { today, zone });
  if (text === null) return null;
  if (!isOffline) return <span>{isPartial ? `${text} · ${LIST.numbersHere}` : text}</span>;
  return (
    <>
      <CloudOff size={14} strokeWidth={1.75} aria-hidden />
      <span>{kept === undefined ? text : `${text} · ${keptText(kept)}`}</span>
    </>
  );
}
