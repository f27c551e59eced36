import { Banner } from '#ui/feedback/banner.tsx';
import { isSameBody, otherNameText, RECEIPT, receiptLines, VERDICT } from '../../text/receipt.ts';
import styles from './check-receipt.module.css';
import type { Checked } from './check-text.ts';
import { ReceiptActions } from './receipt-actions.tsx';
import { ReceiptPaper } from './receipt-paper.tsx';

/** What was found of a receipt. What it says is shown only where somebody's signature stands behind it, or could not be checked yet. */
export function ReceiptVerdict({ verdict, said, owner, code }: Checked) {
  const { tone, title, detail } = VERDICT[verdict];
  return (
    <div className={styles.verdict}>
      {verdict === 'valid' ? <p className={styles.paperTitle}>{RECEIPT.paper}</p> : null}
      <Banner tone={tone} title={title} role="status">
        {detail}
      </Banner>
      {said === null || owner === null || verdict !== 'valid' || isSameBody(said.tenant, owner) ? null : (
        <Banner tone="warn" title={RECEIPT.otherName} role="status">
          {otherNameText(owner)}
        </Banner>
      )}
      {said === null || verdict === 'invalid' ? null : (
        <dl className={styles.facts}>
          {receiptLines(said).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {said === null || code === null || verdict !== 'valid' ? null : (
        <>
          <ReceiptActions said={said} code={code} />
          <ReceiptPaper code={code} />
        </>
      )}
    </div>
  );
}
