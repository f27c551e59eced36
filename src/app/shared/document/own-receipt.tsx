import { Link } from '#ui/actions/link.tsx';
import { RECEIPT } from '../../text/document/receipt.ts';
import { codeOfReceipt, receiptOf } from '#mirror/keep/receipts.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { hrefOfDocument } from './document-marks.ts';
import { receiptHref } from '../screen/receipt-search.ts';
import { placeHash } from '../screen/use-place.ts';
import { useProfile } from '../../profile/profile.tsx';

/**
 * The link "Comprovante" of one's own act, where this device has the receipt (S98). `entryKey`: the
 * key of the act's entry in the document. `className`: of the line. `bad`: class of the sentence
 * that the signature is invalid.
 */
export function OwnReceiptLink(props: { entryKey: string; className?: string | undefined; bad?: string | undefined }) {
  const { entryKey, className, bad } = props;
  const receipt = useOwnReceipt(commandIdOf(entryKey), entryKey);
  if (receipt === null) return null;
  return (
    <span className={className}>
      {receipt.isBad ? <span className={bad}>{RECEIPT.badSignature} </span> : null}
      <Link href={receipt.href}>{RECEIPT.own}</Link>
    </span>
  );
}

/**
 * The command id in the key of an entry. Null for acts of others, and for own acts from before
 * entries named their commands.
 */
export function commandIdOf(key: string): string | null {
  const [kind, id] = key.split(':');
  return kind === 'c' && id !== undefined ? id : null;
}

/**
 * The address of a receipt's page. `isBad`: the receipt's signature was invalid when it arrived
 * (S98).
 */
type OwnReceipt = { readonly href: string; readonly isBad: boolean };

/**
 * The receipt of a command, if this device has it; null for no command. The receipt's page leads
 * back to the entry `entryKey` of the document.
 */
export function useOwnReceipt(commandId: string | null, entryKey: string | null = null): OwnReceipt | null {
  const { mirror } = useProfile();
  const row = useLiveQuery(() => (commandId === null ? undefined : receiptOf(mirror, commandId)), [mirror, commandId]);
  if (row === undefined) return null;
  const code = codeOfReceipt(row.receipt);
  const back = row.documentId === null ? null : hrefOfDocument({ serverId: row.documentId, key: '' });
  const href = receiptHref(back === null ? null : `${back}${entryKey === null ? '' : placeHash(entryKey)}`);
  return { href: code === null ? href : `${href}#${code}`, isBad: row.check === 'invalid' };
}
