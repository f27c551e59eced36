import { recordView } from '#commands/documents/record-view.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { connectionNow } from '../../shared/connection/use-connection.ts';

/**
 * An opened screen is the only thing that counts as reading (rule E1): one view per opening, queued without network.
 * A document that the server does not know yet has nobody else to show it to. When it gets its number, the address follows.
 */
export function useRecordedView(at: {
  document: ListedDocument;
  address: string;
  onRegistered: (serverId: number) => void;
}): void {
  const { document, address, onRegistered } = at;
  const { commands, mirror } = useProfile();
  const { key, serverId } = document;
  const recorded = useRef<string | null>(null);

  useEffect(() => {
    if (serverId === null || recorded.current === key) return;
    recorded.current = key;
    // A view that can't be stored must not keep the person from reading.
    connectionNow(mirror)
      .then(({ isOffline }) => recordView(commands, { documentKey: key, offline: isOffline }))
      .catch(() => undefined);
  }, [commands, key, mirror, serverId]);

  useEffect(() => {
    if (serverId !== null && address !== String(serverId)) onRegistered(serverId);
  }, [address, onRegistered, serverId]);
}
