import { codeOfReceipt } from '#mirror/keep/receipt-code.ts';
import { receiptOf } from '#mirror/keep/receipts.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';

/**
 * Where an own receipt is seen and taken. `isBad`: its signature was not good when it arrived
 * (S98).
 */
export type OwnReceipt = { readonly href: string; readonly isBad: boolean };

/** The receipt of this command, if the device has it; `commandId` null asks nothing. */
export function useOwnReceipt(commandId: string | null): OwnReceipt | null {
  const { mirror } = useProfile();
  const row = useLiveQuery(() => (commandId === null ? undefined : receiptOf(mirror, commandId)), [mirror, commandId]);
  if (row === undefined) return null;
  const code = codeOfReceipt(row.receipt);
  return { href: code === null ? '/conferir' : `/conferir#${code}`, isBad: row.check === 'invalid' };
}
