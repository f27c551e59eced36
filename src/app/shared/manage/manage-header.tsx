import { LinkButton } from '#ui/actions/link-button.tsx';
import { CloudOff, Plus } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { freshnessText } from '../../text/freshness.ts';
import { FORM } from '../../text/manage-form.ts';
import { useSyncState } from '../connection/use-sync-state.ts';
import { ScreenHeader } from '../screen/screen-header.tsx';
import type { ManagedRow, ManageWords } from './managed-row.ts';
import { countInk } from './search-rows.ts';

/** The head of a management list: back to home, how fresh and how many the rows are, and the button that makes one. */
export function ManageHeader(props: {
  words: ManageWords;
  rows: readonly ManagedRow[] | undefined;
  createHref: string | undefined;
}) {
  const { words, rows, createHref } = props;
  return (
    <ScreenHeader
      title={words.title}
      phoneTitle={words.phoneTitle}
      backHref="/admin/home"
      meta={<Meta words={words} rows={rows} />}
      actions={<CreateLink words={words} href={createHref} />}
      phoneActions={<CreateLink words={words} href={createHref} isShort />}
    />
  );
}

/** `isShort`: its name begins with the only word that is shown, `Criar`. */
function CreateLink(props: { words: ManageWords; href: string | undefined; isShort?: boolean }) {
  const { words, href, isShort = false } = props;
  if (href === undefined) return null;
  return (
    <LinkButton href={href} variant="primary" icon={Plus} aria-label={words.create}>
      {isShort ? FORM.create : words.create}
    </LinkButton>
  );
}

/** `Atualizado às 14:32 · 27 setores, 26 ativos`: the server's numbers, without what waits in pencil. */
function Meta({ words, rows }: { words: ManageWords; rows: readonly ManagedRow[] | undefined }) {
  const { today, zone } = useProfile();
  const { connection, summary } = useSyncState();
  const fresh = freshnessText({ refreshedAtMs: summary.refreshedAtMs, network: connection.network }, { today, zone });
  const ink = rows === undefined ? null : countInk(rows);
  const parts = [fresh, ink === null ? null : words.count(ink.all, ink.active)].filter((part) => part !== null);
  return (
    <>
      {connection.isOffline ? <CloudOff size={14} strokeWidth={1.75} aria-hidden /> : null}
      <span>{parts.join(' · ')}</span>
    </>
  );
}
