import type { SaidReceipt } from '#contract/signed-receipt.ts';
import { Button } from '#ui/actions/button.tsx';
import { Copy, Download, Printer } from 'lucide-react';
import { copyText } from '../../device/copy-text.ts';
import { saveFile } from '../../device/save-file.ts';
import { RECEIPT, receiptAsText, receiptFileName } from '../../text/receipt.ts';
import styles from './check-receipt.module.css';

/** What is done with a receipt that is good: it is copied, saved or printed, to be handed on. */
export function ReceiptActions({ said, code }: { said: SaidReceipt; code: string }) {
  const text = receiptAsText(said, { code, origin: window.location.origin });
  const save = () => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), receiptFileName(said));
  return (
    <div className={styles.actions}>
      <Button variant="secondary" icon={Copy} onPress={() => void copyText(text, { copied: RECEIPT.copied })}>
        {RECEIPT.copy}
      </Button>
      <Button variant="secondary" icon={Download} onPress={() => void save()}>
        {RECEIPT.save}
      </Button>
      <Button variant="secondary" icon={Printer} onPress={() => window.print()}>
        {RECEIPT.print}
      </Button>
    </div>
  );
}
