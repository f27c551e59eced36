import { createFileRoute } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { FilePreview } from '../features/file-preview/file-preview.tsx';
import { ResolveConflictDialog } from '../features/resolve-conflict/resolve-conflict-dialog.tsx';
import { ReplyBox } from '../features/respond/reply-box.tsx';
import { TransferDialog } from '../acts/document/transfer-dialog.tsx';
import { viewSearch } from '../features/view-document/view-search.ts';
import { ViewDocumentScreen } from '../features/view-document/view-document-screen.tsx';
import { CompleteDialog } from '../acts/document/complete-dialog.tsx';
import { ExtendDialog } from '../acts/document/extend-dialog.tsx';
import { type Act, DOCUMENT_FACTS } from '../acts/document/acts.ts';
import { carryDate } from '../acts/document/carry-date.ts';
import { MoreActs } from '../acts/document/more-acts.tsx';
import { usePrint } from '../acts/print/use-print.ts';
import { useProfile } from '../profile/profile.tsx';
import { ReassignDialog } from '../acts/document/reassign-dialog.tsx';
import { ReopenDialog } from '../acts/document/reopen-dialog.tsx';
import { useOverlay } from '../shared/screen/use-overlay.ts';

/**
 * One document; the address is its number on the server or, before it has one, its key on this
 * device.
 */
export const Route = createFileRoute('/admin/view-document/$id')({
  validateSearch: viewSearch,
  component: ViewDocument,
});

function ViewDocument() {
  const { id } = Route.useParams();
  const { aba = 'tramitacao', acao, previa, decidir, editar, busca = null } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { open, close } = useOverlay();
  // Stable functions, so that parts that do not depend on the address are not drawn again.
  const asks = useMemo(
    () => ({
      onAct: (act: Act) => open({ acao: act }),
      onPreview: (key: string) => open({ previa: key }),
      onDecide: (commandId: string) => open({ decidir: commandId }),
      onUnmark: () => close(['busca']),
    }),
    [open, close],
  );
  const { print } = usePrint();
  const { may, mirror, now } = useProfile();
  // Whether the overlay of photographed pages is open, by document. It is state of the route,
  // because a change of layout mounts another reply box.
  const [pages, setPages] = useState<{ of: string; isOpen: boolean } | null>(null);
  return (
    <ViewDocumentScreen
      address={id}
      tab={aba}
      acting={acao ?? null}
      onTab={(tab) =>
        void navigate({ search: (before) => ({ ...before, aba: tab }), replace: true, resetScroll: false })
      }
      {...asks}
      words={busca}
      onRegistered={(serverId) =>
        void navigate({
          params: { id: String(serverId) },
          search: true,
          state: true,
          replace: true,
          resetScroll: false,
        })
      }
      reply={(view) =>
        view.document.abilities.replyDocument ? (
          <ReplyBox
            view={view}
            editing={editar ?? null}
            onEdited={() => close(['editar'])}
            pagesOpen={[
              pages?.of === view.document.key ? pages.isOpen : null,
              (isOpen) => setPages({ of: view.document.key, isOpen }),
            ]}
            more={(onFormat) => (
              <MoreActs view={view} onAct={asks.onAct} onPrint={() => print([view])} onFormat={onFormat} />
            )}
          />
        ) : null
      }
      overlays={(view) => {
        const file = view.files.find((one) => one.key === previa);
        const closeAct = () => close(['acao']);
        const { document } = view;
        return (
          <>
            {acao === 'prorrogar' && document.abilities.extendDocument ? (
              <ExtendDialog
                document={document}
                beside={DOCUMENT_FACTS}
                onClose={closeAct}
                onReason={(day) => {
                  closeAct();
                  void carryDate({ mirror, now, documentKey: document.key, day });
                }}
              />
            ) : null}
            {acao === 'redistribuir' && may('reassign_documents') ? (
              <ReassignDialog document={document} onClose={closeAct} />
            ) : null}
            {acao === 'transferir' ? <TransferDialog view={view} onClose={closeAct} /> : null}
            <CompleteDialog target={acao === 'concluir' ? document : null} onClose={closeAct} />
            <ReopenDialog document={acao === 'reabrir' ? document : null} onClose={closeAct} />
            {file === undefined ? null : <FilePreview key={file.key} file={file} onClose={() => close(['previa'])} />}
            {decidir === undefined ? null : (
              <ResolveConflictDialog commandId={decidir} onClose={() => close(['decidir'])} />
            )}
          </>
        );
      }}
    />
  );
}
