import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Clock, UserRound } from 'lucide-react';
import { fullName } from '../../text/words/format.ts';
import styles from './responsible-line.module.css';

/**
 * `Ícaro Vilela · SEMOB` on a card: with whom the document is; in pencil while a transfer waits.
 */
export function ResponsibleLine({ document }: { document: ListedDocument }) {
  const [first] = document.responsibles;
  const isPencil = document.pencil.responsibles && !document.pencil.document;
  const Icon = isPencil ? Clock : UserRound;
  const words =
    first === undefined
      ? 'Sem responsável'
      : [fullName(first), first.organization?.acronym, isPencil ? 'na fila' : undefined].filter(Boolean).join(' · ');
  return (
    <span className={`${styles.line} ${isPencil ? (styles.pencil ?? '') : ''}`}>
      <Icon size={14} strokeWidth={1.75} aria-label="Responsável:" role="img" />
      <span>{words}</span>
    </span>
  );
}
