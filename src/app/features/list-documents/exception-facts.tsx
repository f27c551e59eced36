import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { useProfile } from '../../profile/profile.tsx';
import { formatMoment } from '../../text/format.ts';
import { LIST } from '../../text/list.ts';
import styles from './list-screen.module.css';

/** What makes a document an exception, on its card: the columns that the table has for it (rule F8). */
export function ExceptionFacts({ document, window }: { document: ListedDocument; window: string | undefined }) {
  const { today, zone } = useProfile();
  const facts = [
    ['Assunto', document.subject.name],
    ['Janela de envio', window ?? LIST.noWindow],
    ['Enviado em', formatMoment(document.created_at, { today, zone })],
    ['Justificativa', document.exception_reason ?? LIST.noReason],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
