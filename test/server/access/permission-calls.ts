// The call of each line of the permission table: valid except for the person who sends it and the
// place of the row.

import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { addDays } from '#domain/dates.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { postModel } from '../harness/new-model.ts';
import { OTHER_TENANT, type Workplace, type Targets } from './permission-targets.ts';
import { base64 } from '../import/sheets.ts';
import { solvedToken, type TestClient } from '../harness/test-client.ts';

export type Caller = {
  readonly client: TestClient;
  readonly targets: Targets;
  /** The place of the requested row. */
  readonly place: Workplace;
  readonly where: 'own' | 'other' | 'tenant';
  /** Sends an override as POST with `_method` instead of the real verb. */
  readonly spelling: 'verb' | 'override';
};
export type Call = (caller: Caller) => Promise<LightMyRequestResponse>;

type Verb = 'PUT' | 'PATCH' | 'DELETE';
type Body = Readonly<Record<string, unknown>>;

function send({ client, spelling }: Caller, request: { method: Verb; url: string; body: Body }) {
  const { method, url, body } = request;
  return spelling === 'verb'
    ? client.send(method, url, body)
    : client.send('POST', url, { ...body, _method: method.toLowerCase() });
}

const get =
  (url: string): Call =>
  ({ client }) =>
    client.get(url);
const post =
  (url: string, body: () => Body): Call =>
  ({ client }) =>
    client.send('POST', url, body());

const document = ({ targets, place }: Caller) => targets.document(place);
const patchDocument =
  (body: (caller: Caller) => Body | Promise<Body>, status?: string): Call =>
  async (caller) => {
    const id = await caller.targets.document({ ...caller.place, ...(status === undefined ? {} : { status }) });
    return send(caller, { method: 'PATCH', url: `/api/documents/${id}`, body: await body(caller) });
  };

/** The one colleague of the place who may be responsible for a document. */
const colleague = ({ targets, place }: Caller) => targets.user(place);

async function createDocument(caller: Caller) {
  const { client, targets, place } = caller;
  const subject = await targets.subject({ tenantId: place.tenantId === OTHER_TENANT ? 1 : place.tenantId });
  const form = multipart(
    [
      ['document_subject_id', String(subject)],
      ['type', 'general_document'],
      ['organization_ids[]', String(place.sectorId)],
      ['user_ids[]', String(await colleague(caller))],
      ['title', 'Ofício'],
      ['physical_document_number', '1/2026'],
      ['limit_date', '2031-01-31'],
      ['content', '<p>Segue.</p>'],
    ],
    [{ name: 'oficio.pdf', content: smallPdf() }],
  );
  return client.inject({ method: 'POST', url: '/api/documents', ...form });
}

const createModel = ({ client, place }: Caller) => postModel(client, { sectors: [place.sectorId] });

/** GET one, PUT, PATCH and DELETE of a kind of reference data. */
function kind(
  url: string,
  of: { field: string; make: (caller: Caller) => Promise<number>; change: Body; isSwitched?: boolean },
) {
  const write =
    (method: Verb, body: Body): Call =>
    async (caller) =>
      send(caller, { method, url, body: { [of.field]: [await of.make(caller)], ...body } });
  return {
    [`GET ${url}`]: get(url),
    [`GET ${url}/:id`]: (async (caller) => caller.client.get(`${url}/${await of.make(caller)}`)) as Call,
    [`PUT ${url}`]: write('PUT', of.change),
    ...(of.isSwitched === false ? {} : { [`PATCH ${url}`]: write('PATCH', { status: 0 }) }),
    [`DELETE ${url}`]: write('DELETE', {}),
  };
}

const ABC = createHash('sha256').update('abc').digest('hex');

/** The address of an upload that was begun by the caller, or by the clerk of the place. */
async function uploadOf({ client, targets, place, where }: Caller): Promise<string> {
  const [key, file] = [randomUUID(), randomUUID()];
  const userId = where === 'own' ? client.userId : targets.clerk(place);
  await targets.query(
    `insert into staged_uploads (tenant_id, actor_id, key, file, size, sha256) values ($1, $2, $3, $4, 3, $5)`,
    [place.tenantId, userId, key, file, ABC],
  );
  return `/api/sync/uploads/${key}/${file}`;
}

/** An event stream never ends by itself: its head is enough. */
const events: Call = async ({ client }) => {
  const answer = await client.inject({ method: 'GET', url: '/api/events', payloadAsStream: true });
  answer.stream().destroy();
  return { ...answer, statusCode: answer.statusCode, body: '' } as LightMyRequestResponse;
};

export const CALLS: Readonly<Record<string, Call>> = {
  'GET /sanctum/csrf-cookie': get('/sanctum/csrf-cookie'),
  'GET /api/human-verification': get('/api/human-verification'),
  'POST /login': post('/login', () => ({})),
  'POST /logout': post('/logout', () => ({})),
  'POST /forgot-password': async ({ client }) =>
    client.send('POST', '/forgot-password', {
      email: `${randomUUID()}@x.example`,
      token: await solvedToken(client),
    }),
  'POST /reset-password': post('/reset-password', () => ({})),

  'GET /api/user': get('/api/user'),
  'GET /api/dashboard/home': get('/api/dashboard/home'),
  'PATCH /api/profile': (caller) => send(caller, { method: 'PATCH', url: '/api/profile', body: { name: 'Novo' } }),
  'PATCH /api/profile/fcm-token': (caller) =>
    send(caller, { method: 'PATCH', url: '/api/profile/fcm-token', body: { fcm_token: '' } }),
  'PATCH /api/tenants': (caller) =>
    send(caller, { method: 'PATCH', url: '/api/tenants', body: { name: 'Prefeitura Municipal' } }),
  'GET /api/tenants/logo': get('/api/tenants/logo'),
  'GET /api/public-body': get('/api/public-body'),
  'GET /api/profile/sessions': get('/api/profile/sessions'),
  // A login that is still free, so that the other calls of this person go on.
  'DELETE /api/profile/sessions': (caller) =>
    send(caller, {
      method: 'DELETE',
      url: '/api/profile/sessions',
      body: { login: randomUUID(), password_current: 'malote-demo' },
    }),
  'GET /api/profile/calendar': get('/api/profile/calendar'),
  'POST /api/profile/calendar': post('/api/profile/calendar', () => ({})),
  'DELETE /api/profile/calendar': (caller) =>
    send(caller, { method: 'DELETE', url: '/api/profile/calendar', body: {} }),
  'GET /api/calendar/deadlines.ics': get('/api/calendar/deadlines.ics?token=nonsense'),
  'GET /api/push/public-key': get('/api/push/public-key'),
  'GET /api/openapi.json': get('/api/openapi.json'),
  'GET /api/sync/changes': get('/api/sync/changes?limit=500'),
  'GET /api/events': events,
  'GET /api/receipt-keys/:id': async ({ client, targets }) =>
    client.get(`/api/receipt-keys/${await targets.receiptKey()}`),
  'GET /api/sync/receipts/:key': async ({ client, targets, place, where }) => {
    const userId = where === 'own' ? client.userId : targets.clerk(place);
    return client.get(`/api/sync/receipts/${await targets.receipt({ ...place, userId })}`);
  },
  'DELETE /api/sync/receipts/:key': async ({ client, targets, place }) => {
    const key = await targets.receipt({ ...place, userId: targets.clerk(place) });
    return client.send('DELETE', `/api/sync/receipts/${key}?attempts=1`);
  },

  'PUT /api/sync/uploads/:key/:file': async (caller) =>
    send(caller, { method: 'PUT', url: await uploadOf(caller), body: { size: 3, sha256: ABC } }),
  'PATCH /api/sync/uploads/:key/:file': async (caller) =>
    caller.client.inject({
      method: 'PATCH',
      url: `${await uploadOf(caller)}?offset=0&sha256=${ABC}`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: 'abc',
    }),

  'GET /api/documents': get('/api/documents?per_page=100'),
  'GET /api/documents/:id': async (caller) => caller.client.get(`/api/documents/${await document(caller)}`),
  'GET /api/sync/documents': async (caller) => {
    const answer = await caller.client.get(`/api/sync/documents?ids=${await document(caller)}`);
    // Several rows are requested at once: a row out of sight is left out of the answer.
    const found = answer.statusCode === 200 && answer.json<{ documents: unknown[] }>().documents.length > 0;
    return { ...answer, statusCode: answer.statusCode === 200 && !found ? 404 : answer.statusCode, body: answer.body };
  },
  'GET /api/documents/get-file-content/:id': async (caller) => {
    const id = await caller.targets.file(caller.place, { document_id: await document(caller) });
    return caller.client.get(`/api/documents/get-file-content/${id}`);
  },
  'POST /api/documents': createDocument,
  'POST /api/documents/:id/views': async (caller) =>
    caller.client.send('POST', `/api/documents/${await document(caller)}/views`, {}),
  'PATCH /api/documents/:id reply': patchDocument(() => ({ content: 'Recebido.' })),
  'PATCH /api/documents/:id complete': patchDocument(() => ({ status: 'completed' })),
  'PATCH /api/documents/:id extend': patchDocument(() => ({ content: 'Recebido.', limit_date: '2032-01-31' })),
  'PATCH /api/documents/:id transfer': patchDocument(async (caller) => ({
    responsible_ids: [await colleague(caller)],
  })),
  'PATCH /api/documents/:id reopen': patchDocument(() => ({ status: 'under_review' }), 'completed'),
  'POST /api/documents/:id/reassign': async (caller) => {
    const [from, to] = [await colleague(caller), await colleague(caller)];
    const id = await caller.targets.document({ ...caller.place, responsibleId: from });
    return caller.client.send('POST', `/api/documents/${id}/reassign`, { responsible_ids: [to], reason: 'Saiu.' });
  },

  'GET /api/roles': get('/api/roles'),
  ...kind('/api/users', { field: 'user_ids', make: colleague, change: { name: 'Outro' } }),
  'GET /api/users/:id/image': async (caller) => caller.client.get(`/api/users/${await colleague(caller)}/image`),
  'POST /api/users': ({ client, place }) =>
    client.send('POST', '/api/users', {
      name: 'Nova',
      last_name: 'Pessoa',
      email: `${randomUUID()}@x.example`,
      password: 'segredo-novo',
      organization_id: place.sectorId,
      roles: ['Consulta'],
      status: 1,
    }),
  'POST /api/users/import': post('/api/users/import', () => ({ file: base64('Nome;E-mail\nAna;ana@x.example\n') })),
  'GET /api/imports': get('/api/imports'),
  'GET /api/imports/:id': async (caller) =>
    caller.client.get(`/api/imports/${await caller.targets.imported(caller.place)}`),
  'GET /api/users/invitations': get('/api/users/invitations'),
  'POST /api/users/invitations': async (caller) =>
    caller.client.send('POST', '/api/users/invitations', { user_ids: [await colleague(caller)], by: 'slip' }),
  'GET /api/users/export': get('/api/users/export'),
  'GET /api/export': get('/api/export'),
  'POST /api/export': post('/api/export', () => ({})),
  'DELETE /api/export': ({ client }) => client.send('DELETE', '/api/export'),
  'GET /api/export/file': get('/api/export/file'),
  'POST /api/organizations/import': post('/api/organizations/import', () => ({
    file: base64('Sigla;Nome\nA1;Obras\n'),
  })),
  'POST /api/access-events': post('/api/access-events', () => ({
    events: [{ kind: 'print', performed_at: new Date().toISOString() }],
  })),
  'GET /api/audit/documents/:id': async (caller) => {
    const number = await caller.targets.numberOf(await document(caller));
    return caller.client.get(`/api/audit/documents/${number}`);
  },
  'GET /api/audit/people/:id': async (caller) => caller.client.get(`/api/audit/people/${await colleague(caller)}`),
  'GET /api/audit/acts': get('/api/audit/acts'),
  'GET /api/reports/:report': ({ client, place }) =>
    client.get(`/api/reports/load?from=2026-11-01&to=2026-11-19&organization_id=${place.sectorId}`),
  'GET /api/reports/documents': get(
    '/api/reports/documents?figure=completed&figure_from=2026-11-01&figure_to=2026-11-19',
  ),
  'GET /api/organizations/export': get('/api/organizations/export'),
  ...kind('/api/organizations', {
    field: 'organization_ids',
    change: { name: 'Outro' },
    make: ({ targets, place }) => targets.organization(place),
  }),
  'POST /api/organizations': post('/api/organizations', () => ({ name: 'Novo', acronym: randomUUID().slice(0, 8) })),
  ...kind('/api/document-subjects', {
    field: 'document_subject_ids',
    change: { name: 'Outro' },
    make: ({ targets, place }) => targets.subject(place),
  }),
  'POST /api/document-subjects': post('/api/document-subjects', () => ({ name: `Novo ${randomUUID()}` })),
  ...kind('/api/alerts', {
    field: 'alert_ids',
    change: { title: 'Outro' },
    make: ({ targets, place }) => targets.alert(place),
  }),
  'POST /api/alerts': post('/api/alerts', () => ({ title: 'Novo', description: 'd', limit_date: '2031-01-01' })),
  ...kind('/api/holidays', {
    field: 'holiday_ids',
    change: { name: 'Outro' },
    make: ({ targets, place }) => targets.holiday(place),
    isSwitched: false,
  }),
  'POST /api/holidays': post('/api/holidays', () => ({ name: 'Novo', kind: 'optional', day: randomDay() })),
  ...kind('/api/models', {
    field: 'model_ids',
    change: { name: 'Outro' },
    make: async ({ targets, place }) => (await targets.model(place)).id,
  }),
  'POST /api/models': createModel,
  'GET /api/models/get-file-content/:id': async ({ client, targets, place }) =>
    client.get(`/api/models/get-file-content/${(await targets.model(place)).fileId}`),
};

/** A day that no other call takes. */
function randomDay(): string {
  return addDays('2200-01-01', randomInt(30_000));
}
