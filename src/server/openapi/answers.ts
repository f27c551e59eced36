// What each route answers, by `METHOD /address`: the status, the content type, and the contract's
// schema where there is one.

import {
  AlertRow,
  DocumentSubjectRow,
  HolidayRow,
  ListedOrganization,
  ListedUser,
  ModelRow,
  OrganizationRow,
  RoleRow,
  UserRow,
} from '#contract/reference-data.ts';
import { AuditPage } from '#contract/accesses.ts';
import { FigureDocuments, ReportAnswer } from '#contract/reports.ts';
import { ChangesPage } from '#contract/changes.ts';
import { DocumentFull, DocumentListItem, DocumentPage } from '#contract/documents.ts';
import { ErrorBody } from '#contract/errors.ts';
import { ExportAnswer } from '#contract/exports.ts';
import { ImportAnswer, ImportedReport, InvitablePeople, InvitationAnswer, PastImports } from '#contract/import.ts';
import { SessionUser, Tenant } from '#contract/session.ts';
import { OwnSessions, LoginAnswer, PublicBody, PushPublicKey } from '#contract/session-calls.ts';
import { ReceiptKey } from '#contract/receipt-key.ts';
import { DetailsAnswer, MoreEvent } from '#contract/sync.ts';
import { UploadAnswer } from '#contract/uploads.ts';
import { DocumentWriteAnswer, Receipt, WithdrawalAnswer } from '#contract/writes.ts';
import * as v from 'valibot';

/** Schemas that are listed under #/components/schemas. */
export const COMPONENTS: Readonly<Record<string, v.GenericSchema>> = {
  AlertRow,
  ChangesPage,
  DetailsAnswer,
  DocumentFull,
  DocumentListItem,
  DocumentPage,
  DocumentSubjectRow,
  DocumentWriteAnswer,
  ErrorBody,
  HolidayRow,
  ListedOrganization,
  ListedUser,
  ModelRow,
  MoreEvent,
  OrganizationRow,
  Receipt,
  RoleRow,
  SessionUser,
  Tenant,
  UserRow,
};

export type Answer = {
  readonly status: number;
  /** Absent when there is no body, or a body without a schema of the contract. */
  readonly schema?: v.GenericSchema;
  /** The default is JSON when there is a schema. */
  readonly contentType?: string;
};

const json = (schema: v.GenericSchema, status = 200): Answer => ({ status, schema });
const acknowledged = (entries: v.ObjectEntries, status = 200): Answer =>
  json(v.object({ ...entries, receipt: v.optional(Receipt) }), status);
const named = (row: { name: string; schema: v.GenericSchema }, status = 200): Answer =>
  acknowledged({ [row.name]: v.optional(row.schema) }, status);
const message = json(v.object({ message: v.string() }));
const nothing: Answer = { status: 204 };
const bytes: Answer = { status: 200, contentType: 'application/octet-stream' };
const sheet: Answer = { status: 200, contentType: 'text/csv' };
const image: Answer = { status: 200, contentType: 'image/webp' };

/**
 * Lists, single rows and the four writes of reference data have the same answers for every kind of
 * row.
 */
function resource(url: string, row: { name: string; schema: v.GenericSchema }): Record<string, Answer> {
  return {
    [`GET ${url}`]: json(v.array(row.schema)),
    [`GET ${url}/:id`]: json(row.schema),
    [`POST ${url}`]: named(row, 201),
    [`PUT ${url}`]: named(row),
    [`PATCH ${url}`]: acknowledged({ updated: v.number() }),
    [`DELETE ${url}`]: acknowledged({ deleted: v.number() }),
  };
}

/**
 * The answers for rows without a status, such as holidays: no PATCH activates and deactivates them.
 */
function held(url: string, row: { name: string; schema: v.GenericSchema }): Record<string, Answer> {
  const { [`PATCH ${url}`]: _switched, ...answers } = resource(url, row);
  return answers;
}

const HomeAnswer = v.object({
  alert: v.nullable(AlertRow),
  documents: v.array(DocumentListItem),
  models: v.array(ModelRow),
  stats: v.array(v.object({ status: v.string(), count: v.number() })),
});

export const ANSWERS: Readonly<Record<string, Answer>> = {
  'GET /sanctum/csrf-cookie': nothing,
  'GET /api/human-verification': json(v.looseObject({})),
  'POST /login': json(LoginAnswer),
  'POST /logout': nothing,
  'POST /forgot-password': message,
  'POST /reset-password': message,
  'GET /api/user': json(SessionUser),
  'GET /api/dashboard/home': json(HomeAnswer),
  'GET /api/documents': json(DocumentPage),
  'GET /api/documents/:id': json(DocumentFull),
  'POST /api/documents': json(DocumentWriteAnswer, 201),
  'PATCH /api/documents/:id': json(DocumentWriteAnswer),
  'POST /api/documents/:id/reassign': json(DocumentWriteAnswer),
  'POST /api/documents/:id/views': json(v.looseObject({ receipt: v.optional(Receipt) })),
  'GET /api/documents/get-file-content/:id': bytes,
  'GET /api/models/get-file-content/:id': bytes,
  ...resource('/api/organizations', { name: 'organization', schema: OrganizationRow }),
  'GET /api/organizations': json(v.array(ListedOrganization)),
  'GET /api/organizations/:id': json(ListedOrganization),
  ...resource('/api/users', { name: 'user', schema: ListedUser }),
  ...resource('/api/alerts', { name: 'alert', schema: AlertRow }),
  ...held('/api/holidays', { name: 'holiday', schema: HolidayRow }),
  ...resource('/api/document-subjects', { name: 'document_subject', schema: DocumentSubjectRow }),
  ...resource('/api/models', { name: 'model', schema: ModelRow }),
  'GET /api/export': json(ExportAnswer),
  'POST /api/export': json(ExportAnswer),
  'DELETE /api/export': json(ExportAnswer),
  'GET /api/export/file': { status: 200, contentType: 'application/zip' },
  'POST /api/organizations/import': json(ImportAnswer),
  'POST /api/users/import': json(ImportAnswer),
  'POST /api/access-events': json(v.object({ receipt: v.nullable(Receipt) }), 201),
  'GET /api/audit/documents/:id': json(AuditPage),
  'GET /api/audit/people/:id': json(AuditPage),
  'GET /api/audit/acts': json(AuditPage),
  'GET /api/reports/:report': json(ReportAnswer),
  'GET /api/reports/documents': json(FigureDocuments),
  'GET /api/organizations/export': sheet,
  'GET /api/users/export': sheet,
  'GET /api/imports': json(PastImports),
  'GET /api/imports/:id': json(ImportedReport),
  'GET /api/users/invitations': json(InvitablePeople),
  'POST /api/users/invitations': json(InvitationAnswer),
  'GET /api/roles': json(v.array(RoleRow)),
  'GET /api/users/:id/image': image,
  'GET /api/tenants/logo': image,
  'GET /api/public-body': json(PublicBody),
  'PATCH /api/profile': acknowledged({ user: SessionUser }),
  'PATCH /api/profile/fcm-token': nothing,
  'GET /api/profile/sessions': json(OwnSessions),
  'DELETE /api/profile/sessions': json(v.object({ ended: v.number() })),
  'GET /api/profile/calendar': json(v.object({ made_at: v.nullable(v.string()) })),
  'POST /api/profile/calendar': json(v.object({ path: v.string(), made_at: v.string() }), 201),
  'DELETE /api/profile/calendar': json(v.object({ deleted: v.number() })),
  'GET /api/calendar/deadlines.ics': { status: 200, contentType: 'text/calendar' },
  'PATCH /api/tenants': acknowledged({ tenant: Tenant }),
  'GET /api/sync/changes': json(ChangesPage),
  'GET /api/sync/documents': json(DetailsAnswer),
  'GET /api/sync/receipts/:key': json(Receipt),
  'GET /api/receipt-keys/:id': json(ReceiptKey),
  'DELETE /api/sync/receipts/:key': json(WithdrawalAnswer),
  'PUT /api/sync/uploads/:key/:file': json(UploadAnswer),
  'PATCH /api/sync/uploads/:key/:file': json(UploadAnswer),
  'GET /api/events': { status: 200, contentType: 'text/event-stream' },
  'GET /api/push/public-key': json(PushPublicKey),
  'GET /api/openapi.json': json(v.looseObject({ openapi: v.string() })),
};
