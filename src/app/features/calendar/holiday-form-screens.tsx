import { HOLIDAY_NAME_MAX } from '#contract/reference-writes.ts';
import type { RowEdit } from '#contract/row-writes.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { HOLIDAY_KINDS, type HolidayKind, nationalHolidays } from '#domain/holidays.ts';
import { isBlank } from '#domain/text.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { DateField } from '#ui/fields/date-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import { EditedRow } from '../../acts/rows/edited-row.tsx';
import { cancelHrefOf, type FormAbout, makesRow } from '../../acts/rows/form-row.ts';
import { useSaveRow } from '../../acts/rows/use-save-row.ts';
import { useProfile } from '../../profile/profile.tsx';
import { SectorsField, WithSectors } from '../../shared/form/sectors-field.tsx';
import type { Missing } from '../../shared/manage/form-fields.ts';
import { FormCard, FormPage, FormPair } from '../../shared/manage/form-frame.tsx';
import { FormField, ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { useManageForm } from '../../shared/manage/use-manage-form.ts';
import { CALENDAR, exemptSectors, KIND_CHOICES, ofYearText } from '../../text/manage/calendar.ts';
import { FORM } from '../../text/manage/manage.ts';
import { formatLongWeekday } from '../../text/words/format.ts';

const LIST = '/admin/calendar';
const DRAFT = 'manage:holidays';

type HolidayFields = {
  readonly day: CalendarDay | null;
  readonly name: string;
  readonly kind: HolidayKind;
  readonly exempt_organization_ids: readonly number[];
};

const NEW_HOLIDAY: HolidayFields = { day: null, name: '', kind: 'municipal', exempt_organization_ids: [] };

/** The wire's names of the fields, in the order of the form. */
const FIELDS = ['day', 'name', 'kind', 'exempt_organization_ids'] as const;

/**
 * The fields that a new row begins with. On a national holiday it begins with the name of that day.
 */
function startOf(day: CalendarDay | null): HolidayFields {
  const ofYear = day === null ? undefined : holidayOfYear(day);
  if (ofYear === undefined) return { ...NEW_HOLIDAY, day };
  return { ...NEW_HOLIDAY, day, name: ofYear.name, kind: 'optional' };
}

function holidayOfYear(day: CalendarDay) {
  return nationalHolidays(Number(day.slice(0, 4))).find((one) => one.day === day);
}

function missingOf({ day, name }: HolidayFields): Missing[] {
  return [
    ...(day === null ? [{ field: 'day', word: CALENDAR.missingDay }] : []),
    ...(isBlank(name) ? [{ field: 'name', word: CALENDAR.missingName }] : []),
  ];
}

type HolidayFormProps = FormAbout<'holidays'> & {
  draftId: string;
  stored: StoredDraft;
  isGone?: boolean;
  /** The day that a new row begins with. */
  day?: CalendarDay | null;
};

/** The form of a new day, of an existing one (`row`), or of a command on one. */
function HolidayForm(props: HolidayFormProps) {
  const { draftId, stored, row, correcting, isGone = false, day: begun = null } = props;
  const { today } = useProfile();
  const navigate = useNavigate();
  const values: HolidayFields = row === null ? startOf(begun) : row.data;
  const form = useManageForm<HolidayFields>({ draftId, stored, values, missingOf, refused: correcting?.refused });
  const { fields, change, changes } = form;
  const isNew = makesRow(props);
  const done = isNew ? CALENDAR.created : CALENDAR.edited;
  const save = useSaveRow({ collection: 'holidays', draftId, done, row, correcting });
  const ofYear = fields.day === null ? undefined : holidayOfYear(fields.day);

  async function send() {
    const { day } = fields;
    if (day === null) throw new Error('The form was sent although it lacks something');
    await form.submit(async () => {
      const outcome = await save({ creation: () => ({ ...fields, day }), edit: editOfHoliday(changes) });
      if (outcome.kind === 'done') void navigate({ href: `${LIST}?ano=${Number(day.slice(0, 4))}` });
      return outcome;
    });
  }

  return (
    <WithSectors>
      <ManageFormBody
        form={form}
        fields={FIELDS}
        submitLabel={isNew ? FORM.create : FORM.save}
        submitIcon={isNew ? Plus : Check}
        isUnchanged={row !== null && Object.keys(changes).length === 0}
        blocked={isGone ? FORM.gone : undefined}
        cancelHref={cancelHrefOf(props, LIST)}
        onSubmit={() => void send()}
      >
        <FormCard title={CALENDAR.card} note={CALENDAR.kindNote}>
          <FormPair>
            <FormField name="day">
              <DateField
                label={CALENDAR.day}
                value={fields.day}
                onChange={(day) => change({ day })}
                today={today}
                description={dayNote(fields.day, ofYear)}
                error={form.errorOf('day')}
              />
            </FormField>
            <FormField name="kind">
              <Select
                label={CALENDAR.kind}
                options={HOLIDAY_KINDS.map((kind) => ({ id: kind, text: KIND_CHOICES[kind] }))}
                value={fields.kind}
                onChange={(kind) => change({ kind: kind as HolidayKind })}
                error={form.errorOf('kind')}
              />
            </FormField>
          </FormPair>
          <FormField name="name">
            <TextField
              label={CALENDAR.name}
              placeholder={CALENDAR.namePlaceholder}
              value={fields.name}
              onChange={(name) => change({ name })}
              maxLength={HOLIDAY_NAME_MAX}
              error={form.errorOf('name')}
              isRequired
            />
          </FormField>
          <FormField name="exempt_organization_ids">
            <SectorsField
              label={CALENDAR.exempt}
              isOptional
              placeholder={CALENDAR.exemptPlaceholder}
              description={CALENDAR.exemptHelp}
              countText={exemptSectors}
              value={fields.exempt_organization_ids}
              onChange={(ids) => change({ exempt_organization_ids: ids })}
              error={form.errorOf('exempt_organization_ids')}
            />
          </FormField>
        </FormCard>
      </ManageFormBody>
    </WithSectors>
  );
}

function dayNote(day: CalendarDay | null, ofYear: ReturnType<typeof holidayOfYear>): string | undefined {
  if (day === null) return undefined;
  return ofYear === undefined ? formatLongWeekday(day) : ofYearText(ofYear);
}

/** The changed fields by the wire's names, as they are sent. */
function editOfHoliday({ day, ...others }: Partial<HolidayFields>): RowEdit<'holidays'> {
  return day === undefined || day === null ? others : { ...others, day };
}

/** `editing`: the creation that is corrected. `day`: the one that the form begins with. */
export function CreateHolidayScreen({ editing, day }: { editing: string | null; day: CalendarDay | null }) {
  if (editing !== null) return <CorrectHolidayScreen commandId={editing} title={CALENDAR.createTitle} />;
  const draftId = day === null ? `${DRAFT}:new` : `${DRAFT}:new-${day}`;
  return (
    <FormPage title={CALENDAR.createTitle} phoneTitle={CALENDAR.create} backHref={LIST}>
      <StoredForm draftId={draftId}>
        {(stored) => <HolidayForm draftId={draftId} stored={stored} row={null} day={day} />}
      </StoredForm>
    </FormPage>
  );
}

/**
 * `address`: the row's id on the server or, before it has one, its key here. `editing`: the change
 * that is corrected.
 */
export function EditHolidayScreen({ address, editing }: { address: string; editing: string | null }) {
  if (editing !== null) return <CorrectHolidayScreen commandId={editing} title={CALENDAR.editTitle} />;
  return (
    <EditedRow
      collection="holidays"
      address={address}
      title={CALENDAR.editTitle}
      phoneTitle={CALENDAR.edit}
      goneText={CALENDAR.gone}
      listHref={LIST}
      metaOf={(row) => row.name}
    >
      {({ row, isGone }) => (
        <StoredForm draftId={`${DRAFT}:${row.key}`}>
          {(stored, draftId) => <HolidayForm draftId={draftId} stored={stored} row={row} isGone={isGone} />}
        </StoredForm>
      )}
    </EditedRow>
  );
}

function CorrectHolidayScreen(props: { commandId: string; title: string }) {
  return (
    <CorrectedRow collection="holidays" {...props}>
      {({ correcting, ...kept }) => <HolidayForm {...kept} row={correcting.row} correcting={correcting} />}
    </CorrectedRow>
  );
}
