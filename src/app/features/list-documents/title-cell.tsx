import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Link } from '#ui/actions/link.tsx';
import { RowMeta } from '#ui/document-look/row-words.tsx';
import { hrefOfDocument } from '../../shared/document/document-href.ts';
import styles from './documents-table.module.css';

/** Title, a link, over the creator's sector. */
export function TitleCell({ document }: { document: ListedDocument }) {
  return (
    <th scope="row">
      <Link href={hrefOfDocument(document)} tone="plain" className={styles.title}>
        {document.title}
      </Link>
      <RowMeta>{document.origin?.name ?? 'Sem setor de origem'}</RowMeta>
    </th>
  );
}
