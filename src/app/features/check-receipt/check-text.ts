import type { ReceiptKey } from '#contract/receipt-key.ts';
import type { SaidReceipt } from '#contract/signed-receipt.ts';
import { checkSigned } from '#mirror/keep/check-receipt.ts';
import { readReceiptCode } from '#mirror/keep/receipt-code.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { fetchReceiptKey } from '../../online/receipt-keys.ts';
import type { Verdict } from '../../text/receipt.ts';

/** What a check found, and what the receipt says where it can be read at all. */
export type Checked = {
  readonly verdict: Verdict;
  readonly said: SaidReceipt | null;
  /** The public body whose key signed it, as it is called now; null where its key is not known. */
  readonly owner: ReceiptKey['tenant'] | null;
  /** The code alone, without the text around it; null where there is none. */
  readonly code: string | null;
};

/** Checks the code in a text with the keys of this device; the server is asked only for a key that the device does not have. */
export async function checkText(text: string): Promise<Checked> {
  const read = readReceiptCode(text);
  if (read.kind !== 'read') return { verdict: read.kind, said: null, owner: null, code: null };
  const { claim, code, said } = read;
  const known = (await readDeviceFacts()).receiptKeys;
  const found = await checkSigned(claim, known);
  if (found !== 'unknown-key') {
    const owner = known.find((one) => one.id === claim.keyId)?.tenant ?? null;
    return { verdict: found === 'unsigned' ? 'invalid' : found, said, owner, code };
  }
  const key = await fetchReceiptKey(claim.keyId);
  if (key === 'offline') return { verdict: 'unknown-key-offline', said, owner: null, code };
  if (key === 'unknown') return { verdict: 'unknown-key', said, owner: null, code };
  const again = await checkSigned(claim, [key]);
  return { verdict: again === 'unsigned' ? 'invalid' : again, said, owner: key.tenant, code };
}
