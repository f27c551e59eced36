import { ALERT_TITLE_MAX } from '#contract/reference-writes.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { DateField } from '#ui/fields/date-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Check, Info, Send } from 'lucide-react';
import { daysBetween, type CalendarDay, addDays } from '#domain/dates.ts';
import { referenceRows } from '#mirror/questions/reference-rows.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { CorrectedRow } from '../../acts/rows/corrected-row.tsx';
import { EditedRow } from '../../acts/rows/edited-row.tsx';
import { FormCard, FormPage } from '../../shared/manage/form-frame.tsx';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { beforeText, limitDayText, MANAGE_ALERTS, STAGE_TEXT } from '../../text/manage/manage-alerts.ts';
import { FORM } from '../../text/manage/manage.ts';
import { cancelHrefOf, type FormAbout, makesRow, rowBefore } from '../../acts/rows/form-row.ts';
import { useSaveRow } from '../../acts/rows/use-save-row.ts';
import { useProfile } from '../../profile/profile.tsx';
import { FormField, ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { StatusField } from '../../shared/manage/status-field.tsx';
import { type ManageForm, useManageForm } from '../../shared/manage/use-manage-form.ts';
import { AlertBanner } from '../../shared/screen/alert-banner.tsx';
import { formatShortDay } from '../../text/words/format.ts';
import styles from './alert-form-screens.module.css';
import type { AlertRow } from '#contract/reference-data.ts';
import type { RowEdit } from '#contract/row-writes.ts';
import { isBlank } from '#domain/text.ts';
import type { Missing } from '../../shared/manage/form-fields.ts';
import { DANGER_DAYS, WARN_DAYS } from '../../text/words/document.ts';

/** What the home will show of the alert that is being written, day by day. */
function AlertPreview({ fields, rowKey }: { fields: AlertFields; rowKey: string | null }) {
  const { today } = useProfile();
  const { title, description, limit_date: limitDate, status } = fields;
  const shown = {
    title: title.trim() || MANAGE_ALERTS.previewTitle,
    description: description.trim() || MANAGE_ALERTS.previewDescription,
  };
  const isPast = limitDate !== null && limitDate < today;
  const banner =
    limitDate === null || isPast ? null : (
      <AlertBanner alert={shown} days={daysBetween(today, limitDate)} label={MANAGE_ALERTS.previewLabel} />
    );
  return (
    <div className={styles.preview}>
      {banner}
      {status === 'inactive' || isPast || limitDate === null ? (
        <Truth>
          {status === 'inactive' ? MANAGE_ALERTS.inactive : isPast ? MANAGE_ALERTS.pastDate : MANAGE_ALERTS.needsDate}
        </Truth>
      ) : (
        <>
          <ol className={styles.stations}>
            {alertFuture(limitDate, today).map(({ day, isNow, stage }) => (
              <li key={stage} className={styles[stage]}>
                <b>{isNow ? MANAGE_ALERTS.now : formatShortDay(day)}</b>
                <span>{STAGE_TEXT[stage]}</span>
              </li>
            ))}
          </ol>
          <Queue limitDate={limitDate} rowKey={rowKey} />
        </>
      )}
    </div>
  );
}

/** Says which alerts the home shows before the one that is being written. */
function Queue({ limitDate, rowKey }: { limitDate: string; rowKey: string | null }) {
  const { mirror, today } = useProfile();
  const alerts = useLiveQuery(() => referenceRows(mirror, 'alerts'), [mirror]);
  if (alerts === undefined) return null;
  const others = alerts.flatMap(({ key, row }) => (row.status === 'active' && key !== rowKey ? [row] : []));
  return <Truth>{beforeText(shownBefore(others, { limitDate, today }))}</Truth>;
}

function Truth({ children }: { children: string }) {
  return (
    <p className={styles.truth}>
      <Info size={18} strokeWidth={1.75} aria-hidden />
      {children}
    </p>
  );
}

const DESCRIPTION_MAX = 5000;
const LIST = '/admin/manage-alerts';

/**
 * The form of a new alert, of an existing one (`row`), or of a command on one. `isGone`: it was
 * deleted meanwhile.
 */
function AlertForm(props: FormAbout<'alerts'> & { draftId: string; stored: StoredDraft; isGone?: boolean }) {
  const { draftId, stored, row, correcting, isGone = false } = props;
  const { today } = useProfile();
  const navigate = useNavigate();
  const values: AlertFields = row === null ? NEW_ALERT : row.data;
  const before = rowBefore(props);
  const form = useManageForm<AlertFields>({
    draftId,
    stored,
    values,
    missingOf: (fields) => missingOfAlert(fields, { today, stored: before?.limit_date ?? null }),
    refused: correcting?.refused,
  });
  const { fields, changes } = form;
  const isNew = makesRow(props);
  const done = isNew ? MANAGE_ALERTS.created : MANAGE_ALERTS.edited;
  const save = useSaveRow({ collection: 'alerts', draftId, done, row, correcting });

  async function send() {
    const { title, description, status, limit_date: limitDate } = fields;
    if (limitDate === null) throw new Error('The form was sent although it lacks something');
    await form.submit(async () => {
      const creation = () => ({ title, description, status, limit_date: limitDate });
      const outcome = await save({ creation, edit: alertEditOf(changes) });
      if (outcome.kind === 'done') void navigate({ href: LIST });
      return outcome;
    });
  }

  return (
    <ManageFormBody
      form={form}
      fields={ALERT_FIELDS}
      submitLabel={isNew ? MANAGE_ALERTS.send : FORM.save}
      submitIcon={isNew ? Send : Check}
      isUnchanged={row !== null && Object.keys(changes).length === 0}
      blocked={isGone ? FORM.gone : undefined}
      cancelHref={cancelHrefOf(props, LIST)}
      onSubmit={() => void send()}
    >
      <FormCard title={MANAGE_ALERTS.alert} note={MANAGE_ALERTS.statusNote}>
        <AlertWords form={form} />
        <StatusField form={form} hasLabel />
      </FormCard>
      <FormCard title={MANAGE_ALERTS.preview}>
        <AlertPreview fields={fields} rowKey={row?.key ?? null} />
      </FormCard>
    </ManageFormBody>
  );
}

function AlertWords({ form }: { form: ManageForm<AlertFields> }) {
  const { today } = useProfile();
  const { fields, change, errorOf } = form;
  return (
    <>
      <FormField name="title">
        <TextField
          label={MANAGE_ALERTS.alertTitle}
          value={fields.title}
          onChange={(title) => change({ title })}
          maxLength={ALERT_TITLE_MAX}
          grows
          hasCounter
          error={errorOf('title')}
          isRequired
        />
      </FormField>
      <FormField name="limit_date">
        <DateField
          label={MANAGE_ALERTS.limitDate}
          isPicked
          value={fields.limit_date}
          onChange={(limitDate) => change({ limit_date: limitDate })}
          today={today}
          minValue={today}
          describeDay={(day) => limitDayText(day, today)}
          description={fields.limit_date === null ? undefined : limitDayText(fields.limit_date, today)}
          error={errorOf('limit_date')}
        />
      </FormField>
      <FormField name="description">
        <TextField
          label={MANAGE_ALERTS.description}
          value={fields.description}
          onChange={(description) => change({ description })}
          maxLength={DESCRIPTION_MAX}
          rows={3}
          error={errorOf('description')}
          isRequired
        />
      </FormField>
    </>
  );
}

const DRAFT = 'manage:alerts';

/** `editing`: the creation that is corrected. */
export function CreateAlertScreen({ editing }: { editing: string | null }) {
  if (editing !== null) return <CorrectAlertScreen commandId={editing} title={MANAGE_ALERTS.createTitle} />;
  const draftId = `${DRAFT}:new`;
  return (
    <FormPage title={MANAGE_ALERTS.createTitle} meta={FORM.allRequired} backHref="/admin/home">
      <StoredForm draftId={draftId}>
        {(stored) => <AlertForm draftId={draftId} stored={stored} row={null} />}
      </StoredForm>
    </FormPage>
  );
}

/**
 * `address`: the alert's id on the server or, before it has one, its key here. `editing`: the
 * change that is corrected.
 */
export function EditAlertScreen({ address, editing }: { address: string; editing: string | null }) {
  if (editing !== null) return <CorrectAlertScreen commandId={editing} title={MANAGE_ALERTS.editTitle} />;
  return (
    <EditedRow
      collection="alerts"
      address={address}
      title={MANAGE_ALERTS.editTitle}
      goneText={MANAGE_ALERTS.gone}
      listHref="/admin/manage-alerts"
      metaOf={(row) => row.name}
    >
      {({ row, isGone }) => (
        <StoredForm draftId={`${DRAFT}:${row.key}`}>
          {(stored, draftId) => <AlertForm draftId={draftId} stored={stored} row={row} isGone={isGone} />}
        </StoredForm>
      )}
    </EditedRow>
  );
}

function CorrectAlertScreen(props: { commandId: string; title: string }) {
  return (
    <CorrectedRow collection="alerts" {...props}>
      {({ correcting, ...kept }) => <AlertForm {...kept} row={correcting.row} correcting={correcting} />}
    </CorrectedRow>
  );
}

// The form of an alert as plain data. Pure.

export type AlertFields = {
  readonly title: string;
  readonly limit_date: CalendarDay | null;
  readonly description: string;
  readonly status: AlertRow['status'];
};

const NEW_ALERT: AlertFields = { title: '', limit_date: null, description: '', status: 'active' };

/** The wire's names of the fields, in the order of the form. */
const ALERT_FIELDS = ['title', 'limit_date', 'description', 'status'] as const;

/**
 * The required fields that the form lacks. A new alert needs a date of today or later; a stored one
 * may keep a date that has passed.
 */
export function missingOfAlert(
  fields: AlertFields,
  { today, stored }: { today: CalendarDay; stored: string | null },
): Missing[] {
  const { title, limit_date: date, description } = fields;
  const isDated = date !== null && (date >= today || date === stored);
  return [
    ...(isBlank(title) ? [{ field: 'title', word: 'título' }] : []),
    ...(isDated ? [] : [{ field: 'limit_date', word: 'data limite' }]),
    ...(isBlank(description) ? [{ field: 'description', word: 'descrição' }] : []),
  ];
}

/** The changed fields by the wire's names, as they are sent. */
function alertEditOf({ limit_date: limitDate, ...others }: Partial<AlertFields>): RowEdit<'alerts'> {
  return limitDate === undefined || limitDate === null ? others : { ...others, limit_date: limitDate };
}

// What a deadline alert will look like on the home, from now on (rules G1–G3, J5). Pure.

type AlertStage = 'plain' | 'warn' | 'danger' | 'gone';

/** A stage of the alert, and the day on which it begins. */
type AlertStation = { readonly day: CalendarDay; readonly isNow: boolean; readonly stage: AlertStage };

/** The present stage and those that follow, in order. Once the day has passed, only `gone`. */
export function alertFuture(limitDate: CalendarDay, today: CalendarDay): AlertStation[] {
  const starts: [AlertStage, CalendarDay][] = [
    ['plain', today],
    ['warn', addDays(limitDate, -WARN_DAYS)],
    ['danger', addDays(limitDate, -DANGER_DAYS)],
    ['gone', addDays(limitDate, 1)],
  ];
  const now = starts.findLast(([, day]) => day <= today);
  if (now === undefined) return [];
  const later = starts.filter(([, day]) => day > today);
  return [
    { day: today, isNow: true, stage: now[0] },
    ...later.map(([stage, day]): AlertStation => ({ day, isNow: false, stage })),
  ];
}

type DatedAlert = { readonly limit_date: CalendarDay; readonly title: string };

/**
 * The alerts that the home shows before one of this date: the nearest date comes first (rule G2).
 */
export function shownBefore<Alert extends DatedAlert>(
  others: readonly Alert[],
  { limitDate, today }: { limitDate: CalendarDay; today: CalendarDay },
): Alert[] {
  return others
    .filter((one) => one.limit_date >= today && one.limit_date <= limitDate)
    .toSorted((left, right) => daysBetween(right.limit_date, left.limit_date));
}
