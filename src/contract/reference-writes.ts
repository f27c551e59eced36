// The requests that change people, sectors, subjects, models, alerts, holidays, the person's own
// profile and the tenant. A PUT changes the fields that are sent and leaves the others (rule E6:
// field by field). It takes exactly one id; PATCH and DELETE take many (rule H12). A status is
// accepted as 1/0 and as active/inactive (rule H11).

import { HOLIDAY_KINDS } from '#domain/holidays.ts';
import { CHOSEN_EVENTS, NOTICE_WAYS } from '#domain/notices.ts';
import { ZONES } from '#domain/time-zones.ts';
import { acronymOf, emailOf, isBlank } from '#domain/text.ts';
import * as v from 'valibot';
import { MODEL_FILE_TYPES, MODEL_TYPES } from './reference-data.ts';
import { type ActiveStatus, Day, Id, prose, Sha256 } from './scalars.ts';
import { TENANT_SECTORS } from './session.ts';
import { BasedOnInput } from './writes.ts';

export const BULK_MAX = 500;
export const ALERT_TITLE_MAX = 100;
export const HOLIDAY_NAME_MAX = 100;
export const DEFAULT_DAYS_MAX = 365;
/** The earliest reminder, in days before a limit date. */
export const REMINDER_DAYS_MAX = 60;
export const REMINDERS_MAX = 10;
/** The most working days in delay after which a chief is told. */
export const ESCALATION_DAYS_MAX = 60;
export const ACRONYM_MIN = 2;
export const ACRONYM_MAX = 12;

/**
 * Invisible characters do not count as text. They are removed when the text is stored, not here
 * (S25).
 */
const Written = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('required'),
  v.check((written: string) => !isBlank(written), 'required'),
);
const text = (max: number) => v.pipe(Written, v.maxLength(max, 'too_long'));

const Name = text(255);
const LongText = v.pipe(Written, prose(5000));
/**
 * The acronym is judged as it will be stored, because its author can't see pasted invisible
 * characters.
 */
const Acronym = v.pipe(
  Written,
  v.check((written) => isBlank(written) || acronymOf(written).length >= ACRONYM_MIN),
  v.check((written) => acronymOf(written).length <= ACRONYM_MAX, 'too_long'),
);
const Address = v.pipe(v.string(), v.email());
const Email = v.pipe(
  Written,
  v.check((written) => isBlank(written) || v.is(Address, emailOf(written))),
  v.maxLength(255, 'too_long'),
);
/** The domain judges passwords; this schema only limits their length. */
const Password = v.pipe(v.string(), v.maxLength(1024, 'too_long'));

export const StatusInput = v.pipe(
  v.union([v.picklist(['active', 'inactive', '1', '0', 'true', 'false', 1, 0]), v.boolean()]),
  v.transform((value): ActiveStatus => (['active', '1', 'true', 1, true].includes(value) ? 'active' : 'inactive')),
);

/** Ids of a bulk call. */
export const Ids = v.pipe(v.array(Id), v.nonEmpty('required'), v.maxLength(BULK_MAX));
/** The one id of a PUT (rule H12). */
export const OneId = v.pipe(v.array(Id), v.length(1));

const Status = v.optional(StatusInput, 'active');
const SomeStatus = v.optional(StatusInput);

const Chief = v.optional(v.nullable(Id));

export const OrganizationInput = v.object({ name: Name, acronym: Acronym, status: Status, chief_user_id: Chief });
export const OrganizationPatch = v.object({
  name: v.optional(Name),
  acronym: v.optional(Acronym),
  status: SomeStatus,
  chief_user_id: Chief,
});

export const AlertInput = v.object({
  title: text(ALERT_TITLE_MAX),
  limit_date: Day,
  description: LongText,
  status: Status,
});
export const AlertPatch = v.object({
  title: v.optional(text(ALERT_TITLE_MAX)),
  limit_date: v.optional(Day),
  description: v.optional(LongText),
  status: SomeStatus,
});

const ExemptSectors = v.optional(v.array(Id));

export const HolidayInput = v.object({
  day: Day,
  name: text(HOLIDAY_NAME_MAX),
  kind: v.picklist(HOLIDAY_KINDS),
  exempt_organization_ids: ExemptSectors,
});
export const HolidayPatch = v.object({
  day: v.optional(Day),
  name: v.optional(text(HOLIDAY_NAME_MAX)),
  kind: v.optional(v.picklist(HOLIDAY_KINDS)),
  exempt_organization_ids: ExemptSectors,
});

/** 0–31; 0/0 means no window (rule C3). */
const WindowDay = v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(31))));
const window = {
  submission_start_day: WindowDay,
  submission_end_day: WindowDay,
  submission_date_exempt_organization_ids: v.optional(v.array(Id)),
};

/** The limit date that the subject proposes for a new document, in days; null for none. */
const limit = {
  default_days: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DEFAULT_DAYS_MAX)))),
  working: v.optional(v.boolean()),
};

export const DocumentSubjectInput = v.object({ name: Name, status: Status, ...window, ...limit });
export const DocumentSubjectPatch = v.object({ name: v.optional(Name), status: SomeStatus, ...window, ...limit });

const Hashes = v.optional(v.array(Sha256), []);

export const ModelInput = v.object({
  type: v.picklist(MODEL_TYPES),
  organization_ids: v.pipe(v.array(Id), v.nonEmpty('required')),
  file_mime_type: v.picklist(MODEL_FILE_TYPES),
  name: Name,
  description: LongText,
  status: Status,
  files_sha256: Hashes,
});
export const ModelPatch = v.object({
  type: v.optional(v.picklist(MODEL_TYPES)),
  organization_ids: v.optional(v.pipe(v.array(Id), v.nonEmpty('required'))),
  file_mime_type: v.optional(v.picklist(MODEL_FILE_TYPES)),
  name: v.optional(Name),
  description: v.optional(LongText),
  status: SomeStatus,
  delete_file_ids: v.optional(v.array(Id), []),
  files_sha256: Hashes,
});

/** How a person is invited: by a link in an e-mail, or by a slip that is printed. */
export const INVITING = ['mail', 'slip'] as const;
export type Inviting = (typeof INVITING)[number];

/** Roles by id or by name; the first one is displayed. */
const Roles = v.pipe(v.array(v.union([Id, v.string()])), v.nonEmpty('required'), v.maxLength(10));

export const JOB_TITLE_MAX = 120;
export const REGISTRATION_MAX = 40;
/** Optional words; an empty text removes those that are stored. */
const words = (max: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(max, 'too_long')));
const Office = { job_title: words(JOB_TITLE_MAX), registration: words(REGISTRATION_MAX) };

export const UserInput = v.object({
  name: Name,
  last_name: Name,
  email: Email,
  /** Absent where the person is invited, and chooses the password. */
  password: v.optional(Password),
  invite: v.optional(v.picklist(INVITING)),
  roles: Roles,
  organization_id: Id,
  status: Status,
  ...Office,
});
export const UserPatch = v.object({
  name: v.optional(Name),
  last_name: v.optional(Name),
  email: v.optional(Email),
  password: v.optional(Password, ''),
  roles: v.optional(Roles),
  organization_id: v.optional(v.nullable(Id)),
  status: SomeStatus,
  ...Office,
});

/** PUT /api/users. */
export const UserEdit = v.object({ ...UserPatch.entries, user_ids: OneId });

/**
 * The ways of notices for one event. `none` alone means no way, because a form has no empty list.
 */
const Ways = v.pipe(
  v.array(v.picklist([...NOTICE_WAYS, 'none'])),
  v.maxLength(NOTICE_WAYS.length + 1),
  v.transform((ways) => NOTICE_WAYS.filter((way) => ways.includes(way))),
);

/** PATCH /api/profile. `organization_id` counts only for a Super Admin. */
export const ProfilePatch = v.object({
  name: v.optional(Name),
  last_name: v.optional(Name),
  email: v.optional(Email),
  organization_id: v.optional(v.nullable(Id)),
  delete_image: v.optional(v.boolean(), false),
  password: v.optional(Password, ''),
  password_confirmation: v.optional(Password),
  /** The present password, required for another e-mail (S155). */
  password_current: v.optional(Password),
  /** The ways of notices by event. An event that is absent stays as it is. */
  notices: v.optional(v.object(v.entriesFromList(CHOSEN_EVENTS, v.optional(Ways)))),
});

export const TenantPatch = v.object({
  name: v.optional(Name),
  acronym: v.optional(Acronym),
  sector: v.optional(v.picklist(TENANT_SECTORS)),
  /** One of Brazil's time zones. An operator can set any other on the server's command line. */
  time_zone: v.optional(v.picklist(ZONES)),
  /** On how many days before the limit date people are reminded; an empty list: on none. */
  reminder_days: v.optional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(REMINDER_DAYS_MAX))),
      v.maxLength(REMINDERS_MAX),
    ),
  ),
  /** After how many working days in delay the sector's chief is told; null: never. */
  escalation_days: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(ESCALATION_DAYS_MAX))),
  ),
});

export type ProfileChange = v.InferInput<typeof ProfilePatch>;
export type TenantChange = v.InferInput<typeof TenantPatch>;

/**
 * PATCH /api/profile/fcm-token: a Web Push subscription as JSON text; an empty text or null removes
 * it (rule G10).
 */
export const PushTokenPatch = v.object({ fcm_token: v.nullable(v.pipe(v.string(), v.maxLength(4000))) });

/** POST /api/documents/{id}/reassign (rule A14). */
export const ReassignInput = v.object({
  responsible_ids: v.pipe(v.array(Id), v.nonEmpty('required')),
  organization_ids: v.optional(v.array(Id), []),
  reason: v.pipe(Written, prose(1000)),
  based_on: v.optional(BasedOnInput),
});
