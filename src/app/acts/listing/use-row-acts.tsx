import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { type ReactNode, useState } from 'react';
import { CompleteDialog } from '../document/complete-dialog.tsx';
import { ExtendDialog } from '../document/extend-dialog.tsx';
import { ReopenDialog } from '../document/reopen-dialog.tsx';
import { TransferManyDialog } from '../document/transfer-many-dialog.tsx';
import type { RowActs } from './row-menu.tsx';

/**
 * The dialogs that the menus of the rows of a list open. `dialogs` is rendered once, outside of the
 * rows, because a dialog stays open when its row leaves the list. `transferMany` opens the dialog
 * for several documents; `onTransferred` gets those that were transferred.
 */
export function useRowActs({
  onTransferred,
}: { onTransferred?: (documents: readonly ListedDocument[]) => void } = {}): {
  acts: RowActs;
  transferMany: (documents: readonly ListedDocument[]) => void;
  dialogs: ReactNode;
} {
  const [completing, setCompleting] = useState<ListedDocument | null>(null);
  const [reopening, setReopening] = useState<ListedDocument | null>(null);
  const [transferring, setTransferring] = useState<readonly ListedDocument[]>([]);
  const [extending, setExtending] = useState<ListedDocument | null>(null);
  // Stable functions, so that a dialog that opens draws no row again.
  const [acts] = useState<RowActs>(() => ({
    complete: setCompleting,
    reopen: setReopening,
    transfer: (document) => setTransferring([document]),
    extend: setExtending,
  }));
  const dialogs = (
    <>
      <CompleteDialog target={completing} onClose={() => setCompleting(null)} />
      <ReopenDialog document={reopening} onClose={() => setReopening(null)} />
      {extending === null ? null : <ExtendDialog document={extending} onClose={() => setExtending(null)} />}
      {transferring.length === 0 ? null : (
        <TransferManyDialog
          documents={transferring}
          onClose={(transferred) => {
            setTransferring([]);
            onTransferred?.(transferred);
          }}
        />
      )}
    </>
  );
  return { acts, transferMany: setTransferring, dialogs };
}
