import { ACRONYM_MAX, ACRONYM_MIN } from '#contract/reference-writes.ts';
import { TENANT_SECTORS } from '#contract/session.ts';
import { acronymOf, isBlank } from '#domain/text.ts';
import { ZONES } from '#domain/time-zones.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { activePeople } from '#mirror/questions/people.ts';
import { defined } from '#ui/base/defined.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { ErrorSentence } from '#ui/fields/field-parts.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Image } from 'lucide-react';
import { useId } from 'react';
import { Select } from '#ui/fields/select.tsx';
import { saveTenant } from '../../online/save-profile.ts';
import { useProfile } from '../../profile/profile.tsx';
import { Ticket } from '../../shared/document/ticket.tsx';
import { useClosedWhile } from '../../shared/form/use-sending.ts';
import { FileProblems } from '../../shared/files/file-problems.tsx';
import { TenantLogo } from '../../shared/screen/tenant-logo.tsx';
import { useTenantLogo } from '../../shared/screen/use-tenant-logo.ts';
import { splitTenantName } from '../../text/words/format.ts';
import {
  escalationText,
  PROFILE,
  reachText,
  remindersText,
  reminderText,
  ZONE_TEXT,
} from '../../text/person/profile.ts';
import { changesOf, ProfileFooter, useSave, PROFILE_DRAFTS, useTyped } from './profile-form.tsx';
import styles from './profile-screen.module.css';
import { IMAGE_EXTENSIONS, IMAGE_TYPES, usePicture } from './use-picture.ts';

type ZoneFieldProps = {
  readonly value: string;
  /**
   * The stored zone of the organization. It may be one that the form does not offer, set by the
   * command line.
   */
  readonly kept: string;
  readonly error: string | undefined;
  readonly onChange: (zone: (typeof ZONES)[number]) => void;
};

/** The zone in which the organization's days begin, named by its region. */
function ZoneField({ value, kept, error, onChange }: ZoneFieldProps) {
  const known = ZONES.map((zone) => ({ id: zone as string, text: ZONE_TEXT[zone] }));
  const options = known.some(({ id }) => id === kept)
    ? known
    : [{ id: kept, text: kept.replaceAll('_', ' ') }, ...known];
  return (
    <Select
      label={PROFILE.zone}
      description={PROFILE.zoneHint}
      name="time_zone"
      options={options}
      value={value}
      error={error}
      onChange={(chosen) => {
        const zone = ZONES.find((one) => one === chosen);
        if (zone !== undefined) onChange(zone);
      }}
    />
  );
}

const REMINDERS = [0, 1, 2, 3, 5, 7, 10, 15];
const ESCALATIONS = [1, 2, 3, 5, 10];
const NEVER = 'nunca';

/**
 * Days joined into a text, the farthest first. Texts are compared by value, which lists are not.
 */
const textOfDays = (days: readonly number[]): string => days.toSorted((one, other) => other - one).join(' ');
const daysIn = (text: string): number[] => text.split(' ').filter(Boolean).map(Number);

type DelayFieldsProps = {
  readonly reminders: string;
  readonly escalation: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly onChange: (part: { reminders?: string; escalation?: string }) => void;
};

/** When people are reminded of a limit date, and when a chief hears of one that has passed. */
function DelayFields({ reminders, escalation, errors, onChange }: DelayFieldsProps) {
  const days = daysIn(reminders);
  const told = escalation === NEVER ? [] : [Number(escalation)];
  const problem = errors['reminder_days']?.join(' ');
  const labelId = useId();
  return (
    <>
      <div role="group" aria-labelledby={labelId} className={styles.reminders}>
        <p id={labelId} className={styles.remindersLabel}>
          {PROFILE.reminders}
        </p>
        <div className={styles.reminderDays}>
          {ascending(REMINDERS, days).map((day) => (
            <Checkbox
              key={day}
              isSelected={days.includes(day)}
              onChange={(isOn) =>
                onChange({ reminders: textOfDays(isOn ? [...days, day] : days.filter((one) => one !== day)) })
              }
            >
              {reminderText(day)}
            </Checkbox>
          ))}
        </div>
        <p className={styles.hint}>{`${remindersText(days)}. ${PROFILE.remindersHint}`}</p>
        {problem === undefined ? null : <ErrorSentence>{problem}</ErrorSentence>}
      </div>
      <Select
        label={PROFILE.escalation}
        description={PROFILE.escalationHint}
        name="escalation_days"
        options={[
          ...ascending(ESCALATIONS, told).map((after) => ({ id: String(after), text: escalationText(after) })),
          { id: NEVER, text: escalationText(null) },
        ]}
        value={escalation}
        error={errors['escalation_days']?.join(' ')}
        onChange={(after) => onChange({ escalation: after })}
      />
    </>
  );
}

/**
 * The offered days and the stored ones, ascending. A stored day may be one that the form does not
 * offer, set through the API.
 */
const ascending = (offered: readonly number[], kept: readonly number[]): number[] =>
  [...new Set([...offered, ...kept])].toSorted((one, other) => one - other);

/**
 * The organization itself: logo, name, acronym and sector of activity, with previews that follow
 * the typing.
 */
export function TenantForm({ stored }: { stored: StoredDraft }) {
  const { mirror, session } = useProfile();
  const { name, acronym, sector, time_zone, reminder_days, escalation_days } = session.tenant;
  const values = {
    name,
    acronym,
    sector,
    time_zone,
    reminders: textOfDays(reminder_days ?? []),
    escalation: String(escalation_days ?? NEVER),
  };
  const typed = useTyped({ id: PROFILE_DRAFTS.tenant, stored, values });
  const { fields } = typed;
  const picture = usePicture();
  const save = useSave();
  const problemsId = useId();
  const kept = useTenantLogo();
  const people = useLiveQuery(async () => (await activePeople(mirror)).length, [mirror]);
  const form = useClosedWhile<HTMLFormElement>(save.isSaving);
  const changes = changesOf(values, fields);
  const logo = picture.shown ?? kept;
  const letters = acronymOf(fields.acronym).length;
  const missing = [
    ...(isBlank(fields.name) ? ['nome'] : []),
    ...(letters < ACRONYM_MIN || letters > ACRONYM_MAX ? ['sigla'] : []),
  ];
  const logoProblems = picture.problem === null ? (save.errors['logo'] ?? []) : [picture.problem];

  async function submit() {
    const { time_zone: chosen, reminders, escalation, ...rest } = changes;
    const content = {
      ...rest,
      ...defined({
        time_zone: ZONES.find((one) => one === chosen),
        reminder_days: reminders === undefined ? undefined : daysIn(reminders),
      }),
      ...(escalation === undefined ? {} : { escalation_days: escalation === NEVER ? null : Number(escalation) }),
      logo: picture.file,
    };
    if (!(await save.run(content, (key) => saveTenant({ mirror, session, key }, content)))) return;
    await typed.reset();
    picture.clear();
    notify({ title: PROFILE.tenantSaved });
  }

  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={styles.card}>
        <h2 className={styles.cardTitle}>{PROFILE.tenant}</h2>
        <div className={styles.logo} role="group" aria-label={PROFILE.logo}>
          <span className={styles.light}>
            <TenantLogo image={logo} size={64} />
          </span>
          <span className={styles.dark}>
            <TenantLogo image={logo} size={64} />
          </span>
          <div className={styles.logoActs}>
            <FilePicker
              label={PROFILE.changeLogo}
              icon={Image}
              extensions={IMAGE_EXTENSIONS}
              mimeTypes={IMAGE_TYPES}
              isMultiple={false}
              describedBy={logoProblems.length > 0 ? problemsId : undefined}
              onPick={picture.pick}
            />
            {logoProblems.length > 0 ? (
              <FileProblems id={problemsId} sentences={logoProblems} />
            ) : (
              <p className={styles.hint}>{PROFILE.logoHint}</p>
            )}
          </div>
        </div>
        <TextField
          label={PROFILE.name}
          name="name"
          autoComplete="organization"
          isRequired
          error={save.errors['name']?.join(' ')}
          value={fields.name}
          onChange={(next) => typed.change({ name: next })}
        />
        <div className={styles.pair}>
          <TextField
            label={PROFILE.acronym}
            name="acronym"
            isRequired
            maxLength={ACRONYM_MAX}
            description={PROFILE.acronymHint}
            error={save.errors['acronym']?.join(' ')}
            value={fields.acronym}
            onChange={(next) => typed.change({ acronym: next })}
          />
          <RadioGroup
            label={PROFILE.activity}
            appearance="plain"
            orientation="horizontal"
            value={fields.sector}
            error={save.errors['sector']?.join(' ')}
            options={TENANT_SECTORS.map((one) => ({ value: one, text: PROFILE.activities[one] }))}
            onChange={(value) => typed.change({ sector: TENANT_SECTORS.find((one) => one === value) ?? sector })}
          />
        </div>
        <ZoneField
          value={fields.time_zone}
          kept={time_zone}
          error={save.errors['time_zone']?.join(' ')}
          onChange={(zone) => typed.change({ time_zone: zone })}
        />
        {/* A server that does not send the days stores none to choose from (S113). */}
        {reminder_days === undefined ? null : (
          <DelayFields
            reminders={fields.reminders}
            escalation={fields.escalation}
            errors={save.errors}
            onChange={typed.change}
          />
        )}
        <Previews name={fields.name} acronym={fields.acronym} logo={logo} />
      </div>
      <ProfileFooter
        save={save}
        missing={missing}
        isChanged={Object.keys(changes).length > 0 || picture.file !== null}
        meaning={people === undefined ? undefined : reachText(people)}
      />
    </form>
  );
}

/**
 * Where people will meet what is typed above: the menu, the numbers of documents, printed pages.
 */
function Previews({ name, acronym, logo }: { name: string; acronym: string; logo: string | null | undefined }) {
  const parts = splitTenantName(name);
  return (
    <section className={styles.previews} aria-labelledby="como-aparece">
      <SectionLabel id="como-aparece" as="h3">
        {PROFILE.preview}
      </SectionLabel>
      <div className={styles.previewRow}>
        <figure className={styles.preview}>
          <div className={styles.inMenu}>
            <TenantLogo image={logo} size={36} />
            <span>
              <b className={styles.menuName}>{parts.place}</b>
              {parts.kind === null ? null : <span className={styles.menuNote}>{parts.kind}</span>}
            </span>
          </div>
          <figcaption>{PROFILE.inMenu}</figcaption>
        </figure>
        <figure className={styles.preview}>
          <div className={styles.inNumber}>
            <Ticket acronym={acronymOf(acronym)} number={42} localCode={null} />
          </div>
          <figcaption>{PROFILE.inNumber}</figcaption>
        </figure>
        <figure className={styles.preview}>
          <div className={styles.inPrint}>
            <TenantLogo image={logo} size={28} />
            <b>{name}</b>
          </div>
          <figcaption>{PROFILE.inPrint}</figcaption>
        </figure>
      </div>
    </section>
  );
}
