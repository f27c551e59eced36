import { isPending } from '#mirror/store/outbox-row.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { formatSize } from '../../text/format.ts';

/** The size of the attachments that wait to be sent, `1,3 MB`; null when none waits. */
export function useQueuedBytes(): string | null {
  const { mirror } = useProfile();
  const bytes = useLiveQuery(async () => {
    const commands = await mirror.commands.toArray();
    return commands
      .filter(isPending)
      .reduce((sum, command) => sum + command.files.reduce((all, file) => all + file.size, 0), 0);
  }, [mirror]);
  return bytes === undefined || bytes === 0 ? null : formatSize(bytes);
}
