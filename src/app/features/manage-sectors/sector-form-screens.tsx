import { activePeople } from '#mirror/questions/people.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Building2, Check, Plus } from 'lucide-react';
import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import { useRowAt } from '../../acts/rows/use-row-at.ts';
import { FormPage, FormCard, FormPair } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { FORM } from '../../text/manage/manage.ts';
import { SECTOR_FORM, sameAcronymText } from '../../text/manage/sectors.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { isBlank } from '#domain/text.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useNavigate } from '@tanstack/react-router';
import { cancelHrefOf, type FormAbout, makesRow } from '../../acts/rows/form-row.ts';
import { useRows } from '../../acts/rows/use-rows.ts';
import { useSaveRow } from '../../acts/rows/use-save-row.ts';
import { useProfile } from '../../profile/profile.tsx';
import { fullName } from '../../text/words/format.ts';
import type { Missing } from '../../shared/manage/form-fields.ts';
import { FormField, ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { StatusField } from '../../shared/manage/status-field.tsx';
import { type ManageForm, useManageForm } from '../../shared/manage/use-manage-form.ts';

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

type SectorFields = {
  readonly name: string;
  readonly acronym: string;
  readonly status: ActiveStatus;
  readonly chief_user_id?: number | null;
};

const EMPTY: SectorFields = { name: '', acronym: '', status: 'active' };
const FIELDS = ['name', 'acronym', 'status', 'chief_user_id'] as const;

/** The form of a new sector, of an existing one (`row`), or of a command on one (`correcting`). */
function SectorForm(props: FormAbout<'organizations'> & { draftId: string; stored: StoredDraft }) {
  const { draftId, stored, row, correcting } = props;
  const navigate = useNavigate();
  const values: SectorFields =
    row === null
      ? EMPTY
      : {
          name: row.data.name,
          acronym: row.data.acronym,
          status: row.data.status,
          chief_user_id: row.data.chief_user_id ?? null,
        };
  const form = useManageForm<SectorFields>({ draftId, stored, values, missingOf, refused: correcting?.refused });
  const isNew = makesRow(props);
  const done = isNew ? SECTOR_FORM.created : SECTOR_FORM.edited;
  const save = useSaveRow({ collection: 'organizations', draftId, done, row, correcting });

  async function send() {
    await form.submit(async () => {
      const outcome = await save({ creation: () => form.fields, edit: form.changes });
      if (outcome.kind === 'done') void navigate({ href: LIST });
      return outcome;
    });
  }

  return (
    <ManageFormBody
      form={form}
      fields={FIELDS}
      submitLabel={isNew ? FORM.create : FORM.save}
      submitIcon={isNew ? Plus : Check}
      isUnchanged={row !== null && Object.keys(form.changes).length === 0}
      cancelHref={cancelHrefOf(props, isNew ? LIST : '/admin/home')}
      onSubmit={() => void send()}
    >
      <FormCard title={SECTOR_FORM.card} note={SECTOR_FORM.nameNote}>
        <SectorNames form={form} isNew={isNew} ownKey={row?.key ?? null} />
      </FormCard>
      <FormCard title={FORM.status} note={SECTOR_FORM.statusNote}>
        <StatusField form={form} />
      </FormCard>
      {row?.serverId == null ? null : (
        <FormCard title={SECTOR_FORM.chief} note={SECTOR_FORM.chiefNote}>
          <ChiefField form={form} sectorId={row.serverId} />
        </FormCard>
      )}
    </ManageFormBody>
  );
}

function missingOf({ name, acronym }: SectorFields): Missing[] {
  return [
    ...(isBlank(name) ? [{ field: 'name', word: SECTOR_FORM.missingName }] : []),
    ...(isBlank(acronym) ? [{ field: 'acronym', word: SECTOR_FORM.missingAcronym }] : []),
  ];
}

/** The field that chooses the chief of a sector among its people. */
function ChiefField({ form, sectorId }: { form: ManageForm<SectorFields>; sectorId: number }) {
  const { mirror } = useProfile();
  const people = useLiveQuery(() => activePeople(mirror), [mirror]) ?? [];
  const own = people.filter((person) => person.organization?.id === sectorId);
  const { chief_user_id: chief = null } = form.fields;
  return (
    <FormField name="chief_user_id">
      <ComboBox
        label={SECTOR_FORM.chief}
        isOptional
        placeholder={SECTOR_FORM.chiefPlaceholder}
        description={SECTOR_FORM.chiefHelp}
        options={own.map((person) => ({ id: String(person.id), text: fullName(person) }))}
        value={chief === null ? null : String(chief)}
        onChange={(id) => form.change({ chief_user_id: id === null ? null : Number(id) })}
        error={form.errorOf('chief_user_id')}
      />
    </FormField>
  );
}

function SectorNames(props: { form: ManageForm<SectorFields>; isNew: boolean; ownKey: string | null }) {
  const { form, isNew, ownKey } = props;
  const { name, acronym } = form.fields;
  const same = useSameAcronym(acronym, ownKey);
  return (
    <FormPair>
      <FormField name="name">
        <TextField
          label={isNew ? SECTOR_FORM.name : SECTOR_FORM.editName}
          placeholder={SECTOR_FORM.namePlaceholder}
          value={name}
          onChange={(text) => form.change({ name: text })}
          error={form.errorOf('name')}
          maxLength={255}
          isRequired
        />
      </FormField>
      <FormField name="acronym">
        <TextField
          label={isNew ? SECTOR_FORM.acronym : SECTOR_FORM.editAcronym}
          placeholder="SEMTRAN"
          value={acronym}
          onChange={(text) => form.change({ acronym: text })}
          error={form.errorOf('acronym')}
          description={same.length === 0 ? SECTOR_FORM.acronymHint : sameAcronymText(same)}
          maxLength={12}
          isRequired
        />
      </FormField>
    </FormPair>
  );
}

/**
 * Names of other sectors with this acronym, as far as this device knows. Acronyms are unique in a
 * tenant (rule H15).
 */
function useSameAcronym(acronym: string, ownKey: string | null): string[] {
  const rows = useRows('organizations') ?? [];
  const wanted = acronym.trim().toLowerCase();
  if (wanted === '') return [];
  return rows
    .filter((row) => row.key !== ownKey && row.data.acronym.toLowerCase() === wanted)
    .map((row) => row.data.name);
}
