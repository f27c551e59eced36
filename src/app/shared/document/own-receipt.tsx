import { Link } from '#ui/actions/link.tsx';
import { RECEIPT } from '../../text/document/receipt.ts';
import { codeOfReceipt, receiptOf } from '#mirror/keep/receipts.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { hrefOfDocument } from './document-marks.ts';
import { receiptHref } from '../screen/receipt-search.ts';
import { placeHash } from '../screen/use-place.ts';
import { useProfile } from '../../profile/profile.tsx';

/**
 * "Comprovante" of an own act, where this device has it (S98). `entryKey`: of an entry of a
 * document, which names the command. `className`: of the line; `bad`: of the sentence about a
 * signature that is not good.
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

/** Only an own entry names its command; null for one of before commands were named. */
export function commandIdOf(key: string): string | null {
  const [kind, id] = key.split(':');
  return kind === 'c' && id !== undefined ? id : null;
}

/**
 * Where an own receipt is seen and taken. `isBad`: its signature was not good when it arrived
 * (S98).
 */
type OwnReceipt = { readonly href: string; readonly isBad: boolean };

/**
 * The receipt of this command, if the device has it; `commandId` null asks nothing. Its page leads
 * back to the document, and there to the entry with this key.
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
