import { createFileRoute } from '@tanstack/react-router';
import { OutboxScreen } from '../features/outbox/outbox-screen.tsx';
import { ResolveConflictDialog } from '../features/resolve-conflict/resolve-conflict-dialog.tsx';
import { useOverlay } from '../shared/screen/use-overlay.ts';

export const Route = createFileRoute('/admin/outbox')({ validateSearch: outboxSearch, component: Outbox });

/** `decidir`: id of the command whose conflict dialog is open. */
type OutboxSearch = { decidir?: string };

function outboxSearch(search: Record<string, unknown>): OutboxSearch {
  const { decidir } = search;
  return typeof decidir === 'string' ? { decidir } : {};
}

function Outbox() {
  const { decidir } = Route.useSearch();
  const { open, close } = useOverlay();
  return (
    <>
      <OutboxScreen onDecide={(commandId) => open({ decidir: commandId })} />
      {decidir === undefined ? null : <ResolveConflictDialog commandId={decidir} onClose={() => close(['decidir'])} />}
    </>
  );
}
