// The product's own writes. The server does each request, also a repeated one.

import { isCalendarDay } from '#domain/dates.ts';
import { detailOf, said } from './present.ts';
import type { Attachment, Document, Log, Town } from './town.ts';

type PersonRequest = { readonly request: Request; readonly userId: number };
type Form = { readonly town: Town; readonly form: FormData; readonly userId: number };

const ROWS = {
  '/api/organizations': { rows: 'sectors', ids: 'organization_ids' },
  '/api/users': { rows: 'people', ids: 'user_ids' },
  '/api/document-subjects': { rows: 'subjects', ids: 'document_subject_ids' },
  '/api/models': { rows: 'models', ids: 'model_ids' },
  '/api/alerts': { rows: 'alerts', ids: 'alert_ids' },
} as const;

/** A text with script is refused. */
const SCRIPT = /<script|\bon[a-z]+=|javascript:/i;

/** Null for an address without a write. */
export async function write(town: Town, { request, userId }: PersonRequest): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  const form = await request.formData().catch(() => null);
  if (form === null) return said(415, { message: 'Formato não aceito.' });
  const method = text(form, '_method') || request.method;
  const asked = { town, form, userId };
  if (pathname === '/api/documents' && method === 'POST') return createDocument(asked);
  const one = /^\/api\/documents\/(\d+)$/.exec(pathname);
  if (one !== null && method === 'PATCH') return patchDocument(asked, Number(one[1]));
  if (Object.hasOwn(ROWS, pathname)) return writeRow(asked, { path: pathname as keyof typeof ROWS, method });
  return null;
}

function createDocument({ town, form, userId }: Form): Response {
  const at = town.now().toISOString();
  const responsibles = numbers(form, 'user_ids');
  const limit_date = text(form, 'limit_date');
  if (text(form, 'title') === '')
    return said(422, { message: 'Dados inválidos.', errors: { title: ['Informe o título.'] } });
  const id = (town.nextId += 1);
  town.documents.push({
    id,
    title: text(form, 'title'),
    physical_document_number: text(form, 'physical_document_number'),
    status: 'pending',
    is_exception: form.get('is_exception') === '1',
    type: text(form, 'type'),
    created_at: at,
    limit_date,
    created_by: userId,
    subject: Number(form.get('document_subject_id')),
    content: text(form, 'content'),
    responsibles,
    sectors: numbers(form, 'organization_ids'),
    tags: [],
    files: filesOf(town, form),
    logs: [{ action: 'creation', by: userId, at, limit_date, responsibles }],
    replies: [],
  });
  return Response.json({ message: 'Documento criado.' }, { status: 201 });
}

function patchDocument({ town, form, userId }: Form, id: number): Response {
  const document = town.documents.find((one) => one.id === id);
  if (document === undefined) return said(404, { message: 'No query results for model [Document].' });
  const wrong = wrongIn(town, form);
  if (wrong !== null) return said(422, { message: 'Dados inválidos.', errors: { [wrong]: ['Valor inválido.'] } });
  const at = town.now().toISOString();
  const log = (action: Log['action'], part: Partial<Log> = {}) =>
    document.logs.push({ action, by: userId, at, limit_date: null, responsibles: [], ...part });
  const status = form.get('status');
  const until = text(form, 'limit_date');
  if (status === 'completed') {
    document.status = 'completed';
    log('completion');
  } else if (status === 'under_review') {
    document.status = 'under_review';
    if (until !== '') document.limit_date = until;
    log('reopening', { limit_date: until === '' ? null : until });
  } else respond({ town, form, userId }, { document, log, until });
  return Response.json({ document: detailOf(town, document) });
}

/** The first field of a change with a value that this town refuses; null when all are valid. */
function wrongIn(town: Town, form: FormData): string | null {
  const status = form.get('status');
  if (status !== null && status !== 'completed' && status !== 'under_review') return 'status';
  const until = text(form, 'limit_date');
  if (until !== '' && !isCalendarDay(until)) return 'limit_date';
  if (SCRIPT.test(text(form, 'content'))) return 'content';
  const isThere = (rows: readonly { id: number }[]) => (id: number) => rows.some((one) => one.id === id);
  if (!numbers(form, 'responsible_ids').every(isThere(town.people))) return 'responsible_ids';
  return numbers(form, 'organization_ids').every(isThere(town.sectors)) ? null : 'organization_ids';
}

function respond(
  { town, form, userId }: Form,
  {
    document,
    log,
    until,
  }: { document: Document; log: (action: Log['action'], part?: Partial<Log>) => void; until: string },
): void {
  const files = filesOf(town, form);
  const content = text(form, 'content');
  if (content !== '' || files.length > 0) {
    document.replies.push({ id: (town.nextId += 1), by: userId, at: town.now().toISOString(), content, files });
    if (document.status === 'pending') document.status = 'under_review';
  }
  if (until !== '' && until !== document.limit_date) {
    document.limit_date = until;
    document.status = 'extended';
    log('extension', { limit_date: until });
  }
  const responsibles = numbers(form, 'responsible_ids');
  if (responsibles.length > 0) {
    document.responsibles = responsibles;
    document.sectors = numbers(form, 'organization_ids');
    log('transfer', { responsibles });
  }
}

function writeRow({ town, form }: Form, { path, method }: { path: keyof typeof ROWS; method: string }): Response {
  const { rows: name, ids: idsName } = ROWS[path];
  const rows = town[name] as { id: number; status: 'active' | 'inactive' }[];
  const ids = numbers(form, idsName);
  if (method === 'DELETE') {
    (town as Record<typeof name, unknown>)[name] = rows.filter((row) => !ids.includes(row.id));
    return Response.json({ deleted: ids.length });
  }
  if (method === 'POST') {
    rows.push({ id: (town.nextId += 1), ...fieldsOf(town, form), status: statusOf(form) ?? 'active' } as never);
    return Response.json({ message: 'Criado.' }, { status: 201 });
  }
  for (const row of rows.filter(({ id }) => ids.includes(id))) {
    const { files = [], ...fields } = fieldsOf(town, form);
    Object.assign(row, method === 'PUT' ? fields : {}, { status: statusOf(form) ?? row.status });
    if (method === 'PUT' && 'files' in row) (row.files as unknown[]).push(...(files as unknown[]));
  }
  return Response.json({ updated: ids.length });
}

function fieldsOf(town: Town, form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of [
    'name',
    'acronym',
    'title',
    'description',
    'limit_date',
    'type',
    'file_mime_type',
    'last_name',
    'email',
  ]) {
    if (form.has(name)) fields[name] = text(form, name);
  }
  for (const name of ['submission_start_day', 'submission_end_day'])
    if (form.has(name)) fields[name] = Number(form.get(name)) || null;
  if (has(form, 'submission_date_exempt_organization_ids'))
    fields['exempt'] = numbers(form, 'submission_date_exempt_organization_ids');
  if (has(form, 'organization_ids') && form.has('file_mime_type')) {
    fields['sectors'] = numbers(form, 'organization_ids');
    fields['files'] = filesOf(town, form);
  }
  return fields;
}

function statusOf(form: FormData): 'active' | 'inactive' | null {
  const status = form.get('status');
  if (status === null) return null;
  return status === 'active' || status === '1' ? 'active' : 'inactive';
}

function filesOf(town: Town, form: FormData): Attachment[] {
  return form
    .getAll('files[]')
    .flatMap((file) => (file instanceof File ? { id: (town.nextId += 1), name: file.name, bytes: file } : []));
}

/** `name[]`, `name[0]` … */
function numbers(form: FormData, name: string): number[] {
  return [...form].flatMap(([key, value]) => (key.startsWith(`${name}[`) ? Number(value) : []));
}

function has(form: FormData, name: string): boolean {
  return [...form.keys()].some((key) => key.startsWith(`${name}[`));
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
