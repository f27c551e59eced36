import { ALERT_TITLE_MAX } from '#contract/reference-writes.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { DateField } from '#ui/fields/date-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Check, Send } from 'lucide-react';
import { cancelHrefOf, type FormAbout, makesRow, rowBefore } from '../../acts/rows/form-row.ts';
import { useSaveRow } from '../../acts/rows/use-save-row.ts';
import { useProfile } from '../../profile/profile.tsx';
import { FormCard } from '../../shared/manage/form-frame.tsx';
import { FormField, ManageFormBody } from '../../shared/manage/manage-form.tsx';
import { StatusField } from '../../shared/manage/status-field.tsx';
import { type ManageForm, useManageForm } from '../../shared/manage/use-manage-form.ts';
import { limitDayText, MANAGE_ALERTS } from '../../text/manage-alerts.ts';
import { FORM } from '../../text/manage-form.ts';
import { ALERT_FIELDS, alertEditOf, type AlertFields, missingOfAlert, NEW_ALERT } from './alert-fields.ts';
import { AlertPreview } from './alert-preview.tsx';

const DESCRIPTION_MAX = 5000;
const LIST = '/admin/manage-alerts';

/** The form of a new alert, of an existing one (`row`), or of a command on one. `isGone`: it was deleted meanwhile. */
export function AlertForm(props: FormAbout<'alerts'> & { draftId: string; stored: StoredDraft; isGone?: boolean }) {
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
