import { recordView } from '#commands/documents/record-view.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { connectionNow } from '../../shared/connection/use-connection.ts';

/**
 * Records a view of the document (rule E1): only an opened screen counts as reading. One view is recorded per opening,
 * queued without network. A document that the server does not know yet can't be seen by others, so no view is recorded;
 * when it gets its number, the address follows.
 */
export function useRecordedView(at: {
  document: ListedDocument;
  address: string;
  onRegistered: (serverId: number) => void;
}): void {
  const { document, address, onRegistered } = at;
  const { commandContext, mirror } = useProfile();
  const { key, serverId } = document;
  const recorded = useRef<string | null>(null);

  useEffect(() => {
    if (serverId === null || recorded.current === key) return;
    recorded.current = key;
    // When a view can't be stored, the person can still read the document.
    connectionNow(mirror)
      .then(({ isOffline }) => recordView(commandContext, { documentKey: key, offline: isOffline }))
      .catch(() => undefined);
  }, [commandContext, key, mirror, serverId]);

  useEffect(() => {
    if (serverId !== null && address !== String(serverId)) onRegistered(serverId);
  }, [address, onRegistered, serverId]);
}
