import { PERMISSIONS } from '#domain/permissions.ts';
import type { Attachment, Document, Person, Sector, Town } from './town.ts';

/** A document with the fields that the product has everywhere. */
export function detailOf(town: Town, document: Document) {
  const { id, title, physical_document_number, is_exception, created_at, limit_date, created_by, tags } = document;
  const today = town.now().toISOString().slice(0, 10);
  return {
    id,
    number: id,
    title,
    physical_document_number,
    status: document.status !== 'completed' && limit_date < today ? 'overdue' : document.status,
    is_exception,
    created_at,
    limit_date,
    created_by,
    creator: creatorOf(town, created_by),
    subject: { name: town.subjects.find((one) => one.id === document.subject)?.name ?? '' },
    responsibles: document.responsibles.map((one) => personOf(town, one)),
    organizations: document.sectors.map((one) => ({ acronym: sectorOf(town, one)?.acronym ?? '' })),
    tags,
    content: document.content,
    files: document.files.map(fileOf),
    interactions: document.replies.map(({ by, at, content, files, id: reply }) => ({
      id: reply,
      creator: personOf(town, by),
      content,
      files: files.map(fileOf),
      created_at: at,
    })),
    logs: document.logs.map(({ action, by, at, limit_date: until, responsibles }) => ({
      action,
      creator: personOf(town, by),
      created_at: at,
      limit_date: until,
      responsibles: responsibles.map((one) => personOf(town, one)),
    })),
  };
}

/** The answers of every list except the documents'; null for other addresses. */
export function listOf(town: Town, { path, userId }: { path: string; userId: number }): unknown {
  switch (path) {
    case '/api/user':
      return meOf(town, userId);
    case '/api/organizations':
      return town.sectors.map((sector) => ({
        ...sector,
        users: town.people.filter((one) => one.organization_id === sector.id).map((one) => userOf(town, one)),
      }));
    case '/api/users':
      return town.people.map((person) => userOf(town, person));
    case '/api/roles':
      return [{ id: 1, name: 'Super Admin', permissions: [{ name: 'create_documents' }, { name: 'fly' }] }];
    case '/api/document-subjects':
      return town.subjects.map(({ exempt, ...subject }) => ({
        ...subject,
        exempt_submission_date_organizations: exempt.flatMap((id) => sectorOf(town, id) ?? []),
      }));
    case '/api/models':
      return town.models.map(({ sectors, files, ...model }) => ({
        ...model,
        files: files.map(fileOf),
        organizations: sectors.flatMap((id) => sectorOf(town, id) ?? []),
      }));
    case '/api/alerts':
      return town.alerts;
    default:
      return null;
  }
}

function meOf(town: Town, userId: number) {
  const person = town.people.find((one) => one.id === userId);
  if (person === undefined) return null;
  return {
    ...userOf(town, person),
    roles: [{ name: 'Super Admin', permissions: PERMISSIONS.map((name) => ({ name })) }],
    tenant: { name: 'Vale do Ipê', acronym: 'PMVI', sector: 'public', logo: null },
  };
}

function userOf(town: Town, { id, name, last_name, email, organization_id, status }: Person) {
  const organization = sectorOf(town, organization_id) ?? null;
  return { id, name, last_name, email, status, organization_id, organization, roles: [{ name: 'Super Admin' }] };
}

function fileOf({ id, name }: Attachment) {
  return { id, name, mime_type: 'application/pdf' };
}

function creatorOf(town: Town, id: number) {
  const { id: _unsaid, ...named } = personOf(town, id);
  return named;
}

function personOf(town: Town, id: number) {
  const person = town.people.find((one) => one.id === id);
  const sector = sectorOf(town, person?.organization_id ?? 0);
  const organization = sector === undefined ? null : { name: sector.name, acronym: sector.acronym };
  return { id, name: person?.name ?? '', last_name: person?.last_name ?? '', organization };
}

function sectorOf(town: Town, id: number): Sector | undefined {
  return town.sectors.find((one) => one.id === id);
}

/** A refusal as Laravel writes it. */
export function said(
  status: number,
  { message, errors }: { message: string; errors?: Record<string, string[]> },
): Response {
  return Response.json({ message, ...(errors === undefined ? {} : { errors }) }, { status });
}
