// What the server keeps, presented for one person.

import { documentStateOf } from '#contract/document-state.ts';
import type { DocumentDetails, DocumentFull, DocumentRow } from '#contract/documents.ts';
import { ROW_COLLECTIONS } from '#contract/row-writes.ts';
import type { SessionUser } from '#contract/session.ts';
import { abilitiesOf } from '#domain/document-state.ts';
import { statusAt } from '#domain/status.ts';
import { organizationRef, todayOf, userOf, type Model, type ModelDocument } from './model.ts';

const ROW_PERMISSIONS = ROW_COLLECTIONS.flatMap((noun) =>
  ['create', 'update', 'delete'].map((verb) => `${verb}_${noun}`),
);

type Mine = { readonly command_id: string | null; readonly creator: { readonly id: number } };

function forReader<Row extends Mine>(row: Row, userId: number): Row {
  return row.creator.id === userId ? row : { ...row, command_id: null };
}

export function rowFor(model: Model, at: { document: ModelDocument; userId: number }): DocumentRow {
  const { content: _c, files: _f, interactions: _i, logs: _l, viewers: _v, ...rest } = at.document;
  const { createdByCommand, organizationIdsEver: _o, ...row } = rest;
  const facts = { storedStatus: row.stored_status, limitDate: row.limit_date };
  const command_id = row.created_by === at.userId ? createdByCommand : null;
  return { ...row, status: statusAt(facts, todayOf(model)), command_id };
}

export function detailsFor(at: { document: ModelDocument; userId: number }): DocumentDetails {
  const { id, rev, content, files, interactions, logs, viewers } = at.document;
  return {
    id,
    rev,
    content,
    files,
    interactions: interactions.map((one) => forReader(one, at.userId)),
    logs: logs.map((one) => forReader(one, at.userId)),
    viewers,
  };
}

export function fullFor(model: Model, at: { document: ModelDocument; userId: number }): DocumentFull {
  const row = rowFor(model, at);
  const abilities = abilitiesOf(documentStateOf(row), { userId: at.userId, today: todayOf(model) });
  return { ...row, ...detailsFor(at), abilities };
}

export function sessionFor(model: Model, userId: number): SessionUser {
  const user = userOf(model, userId);
  const permissions = ['create_documents', 'read_documents', ...ROW_PERMISSIONS].map((name) => ({ name }));
  const { rev: tenantRev, ...tenant } = model.tenant;
  const sector = model.organizations.get(user.organization?.id ?? 0);
  const role = user.superAdmin ? 'Super Admin' : 'Servidor';
  return {
    id: user.id,
    name: user.name,
    last_name: user.last_name,
    email: `${user.id}@model.example`,
    image: null,
    status: 'active',
    organization_id: user.organization?.id ?? null,
    organization: organizationRef(model, user.organization?.id ?? null),
    roles: [{ id: 1, name: role, permissions }],
    tenant: { id: 1, ...tenant, sector: 'public', logo: null },
    rev: Math.max(user.rev, tenantRev, sector?.rev ?? 0),
    login_id: null,
    scope_epoch: user.scopeEpoch,
    server_time: new Date(model.now()).toISOString(),
  };
}

/** Whether a person who saw the document with this mark saw another one. */
export function isAnother(seen: string, { mark, createdByCommand }: ModelDocument): boolean {
  return seen !== mark && seen !== createdByCommand;
}
