import type { RowCollection } from '#contract/row-writes.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { FileX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { FORM } from '../../text/manage/manage.ts';
import { useRowAt } from './use-row-at.ts';
import type { ShownRow } from './use-rows.ts';

type RowForm<Collection extends RowCollection> = {
  readonly row: ShownRow<Collection>;
  /**
   * Another person deleted the row while the form was open. What is typed stays, and can no longer
   * be saved.
   */
  readonly isGone: boolean;
};

/**
 * The page of an edit form: it finds the row that the address names and follows its changes. Where
 * the row is gone before the page opens, a sentence says so. Where it goes while the form is open,
 * the form stays.
 */
export function EditedRow<Collection extends RowCollection>(props: {
  collection: Collection;
  address: string;
  title: string;
  phoneTitle?: string | undefined;
  goneText: string;
  listHref: string;
  metaOf: (row: ShownRow<Collection>) => ReactNode;
  children: (found: RowForm<Collection>) => ReactNode;
}) {
  const { collection, address, title, phoneTitle, goneText, listHref, metaOf, children } = props;
  const found = useRowAt(collection, address);
  const [last, setLast] = useState(found.row);
  if (found.row !== null && found.row !== last) setLast(found.row);
  const row = found.row ?? last;
  const isGone = found.state === 'deleted' || found.state === 'missing';
  return (
    <FormPage
      title={title}
      phoneTitle={phoneTitle}
      meta={row === null ? undefined : metaOf(row)}
      backHref="/admin/home"
      notice={row !== null && isGone ? FORM.goneMeanwhile : undefined}
    >
      {row !== null ? (
        children({ row, isGone })
      ) : isGone ? (
        <EmptyState icon={FileX} title={goneText} action={<LinkButton href={listHref}>{FORM.toList}</LinkButton>} />
      ) : (
        <SkeletonRows label={FORM.loading} count={3} />
      )}
    </FormPage>
  );
}
