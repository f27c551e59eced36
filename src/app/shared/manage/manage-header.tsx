import { LinkButton } from '#ui/actions/link-button.tsx';
import { CloudOff, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { freshnessText } from '../../text/freshness.ts';
import { useSyncState } from '../connection/use-sync-state.ts';
import { ScreenHeader } from '../screen/screen-header.tsx';
import type { ManagedRow, ManageWords } from './managed-row.ts';
import { countInk } from './search-rows.ts';

/** The head of a management list: back to home, how fresh and how many the rows are, and the button that makes one. */
export function ManageHeader(props: {
  words: ManageWords;
  rows: readonly ManagedRow[] | undefined;
  createHref: string | undefined;
  actions?: ReactNode;
}) {
  const { words, rows, createHref, actions } = props;
  return (
    <ScreenHeader
      title={words.title}
      phoneTitle={words.phoneTitle}
      backHref="/admin/home"
      meta={<Meta words={words} rows={rows} />}
      actions={
        <>
          {actions}
          <CreateLink words={words} href={createHref} />
        </>
      }
    />
  );
}

export function CreateLink({ words, href }: { words: ManageWords; href: string | undefined }) {
  if (href === undefined) return null;
  return (
    <LinkButton href={href} variant="primary" icon={Plus}>
      {words.create}
    </LinkButton>
  );
}

/** `Atualizado às 14:32 · 27 setores, 26 ativos`: the server's numbers, without what waits in pencil. */
export function Meta({ words, rows }: { words: ManageWords; rows: readonly ManagedRow[] | undefined }) {
  const { today, zone } = useProfile();
  const sync = useSyncState();
  if (sync === undefined) return null;
  const { connection, summary } = sync;
  const fresh = freshnessText({ refreshedAtMs: summary.refreshedAtMs, network: connection.network }, { today, zone });
  const ink = rows === undefined ? null : countInk(rows);
  const parts = [fresh, ink === null ? null : words.count(ink.all, ink.active)].filter((part) => part !== null);
  return (
    <>
      {connection.isOffline ? <CloudOff size={14} strokeWidth={1.75} aria-hidden /> : null}
      {parts.join(' · ')}
    </>
  );
}
