import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Building2 } from 'lucide-react';
import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import { useRowAt } from '../../acts/rows/use-row-at.ts';
import { FormPage } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { FORM } from '../../text/manage/manage.ts';
import { SECTOR_FORM } from '../../text/manage/sectors.ts';
import { SectorForm } from './sector-form.tsx';

const LIST = '/admin/manage-organizations';
const DRAFT = 'manage:organizations';

/** `editing`: the creation that is corrected. */
export function CreateSectorScreen({ editing }: { editing: string | null }) {
  if (editing !== null) return <CorrectSectorScreen commandId={editing} title={SECTOR_FORM.createTitle} />;
  const draftId = `${DRAFT}:new`;
  return (
    <FormPage title={SECTOR_FORM.createTitle} meta={FORM.allRequired} backHref="/admin/home">
      <StoredForm draftId={draftId}>
        {(stored) => <SectorForm draftId={draftId} stored={stored} row={null} />}
      </StoredForm>
    </FormPage>
  );
}

/**
 * `address`: the sector's id on the server or, before it has one, its key here. `editing`: the
 * change that is corrected.
 */
export function EditSectorScreen({ address, editing }: { address: string; editing: string | null }) {
  if (editing !== null) return <CorrectSectorScreen commandId={editing} title={SECTOR_FORM.editTitle} />;
  return <SectorAt address={address} />;
}

function CorrectSectorScreen(props: { commandId: string; title: string }) {
  return (
    <CorrectedRow collection="organizations" {...props}>
      {({ correcting, ...kept }) => <SectorForm {...kept} row={correcting.row} correcting={correcting} />}
    </CorrectedRow>
  );
}

function SectorAt({ address }: { address: string }) {
  const found = useRowAt('organizations', address);
  return (
    <FormPage title={SECTOR_FORM.editTitle} meta={found.row?.name} backHref="/admin/home">
      {found.state === 'reading' ? (
        <SkeletonRows label={FORM.loading} count={3} />
      ) : found.row === null ? (
        <EmptyState
          icon={Building2}
          title={found.state === 'deleted' ? SECTOR_FORM.gone : SECTOR_FORM.notFound}
          action={<Link href={LIST}>{SECTOR_FORM.toList}</Link>}
        >
          {found.state === 'deleted' ? SECTOR_FORM.goneDetail : undefined}
        </EmptyState>
      ) : (
        <StoredForm draftId={`${DRAFT}:${found.row.key}`}>
          {(stored, draftId) => <SectorForm draftId={draftId} stored={stored} row={found.row} />}
        </StoredForm>
      )}
    </FormPage>
  );
}
