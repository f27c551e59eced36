import { paddedNumber } from '#domain/ticket.ts';
import styles from './ticket.module.css';

/**
 * A ticket as `PMVI 042`. The gap is only visual, so copying gives `PMVI042` (rule C5). A document
 * without a number shows its local code (rule C6).
 */
export function Ticket(props: { acronym: string; number: number | null; localCode: string | null }) {
  const { acronym, number, localCode } = props;
  if (number === null) {
    return (
      <span className={styles.none}>
        <b>Sem número</b>
        {localCode === null ? null : <span translate="no"> · {localCode}</span>}
      </span>
    );
  }
  return (
    <b translate="no" className={styles.ticket}>
      {acronym}
      <span className={styles.number}>{paddedNumber(number)}</span>
    </b>
  );
}
