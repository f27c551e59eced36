// The calls that the product makes, with the fields they send and what is read of each answer.
// Update-style writes are sent as browsers send them: POST, multipart, with `_method`.

import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTargets, type Targets } from '../access/permission-targets.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { multipart, smallPdf, type Upload } from '../harness/multipart.ts';
import { arrive, solvedToken, type TestClient } from '../harness/test-client.ts';

type Field = readonly [name: string, value: string];
type Fields = readonly Field[] | Promise<readonly Field[]>;
type Call = () => Promise<LightMyRequestResponse>;

let server: TestServer;
let admin: TestClient;
let targets: Targets;
let sectorId = 0;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  targets = await openTargets(server);
  admin = await server.login('admin@pmvi.example');
  sectorId = await targets.sectorId(1, 'GAB');
});
afterAll(async () => {
  await targets.close();
  await server.close();
});

const PDF: Upload = { name: 'oficio.pdf', content: smallPdf() };

const place = () => ({ tenantId: 1, sectorId });
const user = () => targets.user(place());
const sector = () => targets.organization(place());
const alert = () => targets.alert(place());
const subject = () => targets.subject(place());
const model = async () => (await targets.model(place())).id;
/** A document whose responsible is the caller. */
const document = (status?: string) =>
  targets.document({ ...place(), responsibleId: admin.userId, ...(status === undefined ? {} : { status }) });

const get =
  (url: string): Call =>
  () =>
    admin.get(url);
const getOne =
  (url: string, make: () => Promise<number>): Call =>
  async () =>
    admin.get(`${url}/${await make()}`);
const post =
  (url: string, fields: () => Fields, uploads: readonly Upload[] = []): Call =>
  async () =>
    admin.inject({ method: 'POST', url, ...multipart(await fields(), uploads) });
const override = (method: string, url: string, fields: () => Fields, uploads: readonly Upload[] = []): Call =>
  post(url, async () => [['_method', method], ...(await fields())], uploads);
const patchDocument =
  (status: string | undefined, fields: () => Fields): Call =>
  async () =>
    override('PATCH', `/api/documents/${await document(status)}`, fields)();

/** The field of ids in the forms of a list of rows; each call acts on a row of its own. */
const ids = async (name: string, make: () => Promise<number>): Promise<Field> => [`${name}[]`, String(await make())];

/** Entering and leaving, by a client of its own, so that the others stay in. */
async function enter(): Promise<LightMyRequestResponse> {
  const client = await arrive(server.app);
  const token = await solvedToken(client);
  const account = { email: 'consulta@pmvi.example', password: 'malote-demo' };
  return client.send('POST', '/login', { ...account, remember: true, token });
}
const leave: Call = async () => (await server.login('consulta@pmvi.example')).send('POST', '/logout');
async function forget(): Promise<LightMyRequestResponse> {
  const client = await arrive(server.app);
  return client.send('POST', '/forgot-password', { email: 'x@x.example', token: await solvedToken(client) });
}

const word = () => randomUUID().slice(0, 8);
const subjectFields = (): readonly Field[] => [
  ['name', word()],
  ['submission_start_day', '1'],
  ['submission_end_day', '10'],
  ['status', 'active'],
  ['submission_date_exempt_organization_ids[]', String(sectorId)],
];
const modelFields = (): readonly Field[] => [
  ['type', 'flow_model'],
  ['file_mime_type', 'pdf'],
  ['name', word()],
  ['description', 'd'],
  ['status', 'active'],
  ['organization_ids[]', String(sectorId)],
];
const sectorFields = (): readonly Field[] => [
  ['name', word()],
  ['acronym', word()],
  ['status', 'active'],
];
const alertFields = (): readonly Field[] => [
  ['title', word()],
  ['limit_date', '2031-01-31'],
  ['description', 'd'],
  ['status', 'active'],
];
const userFields = (): readonly Field[] => [
  ['name', 'Nova'],
  ['last_name', 'Pessoa'],
  ['email', `${randomUUID()}@x.example`],
  ['roles[0]', 'Consulta'],
  ['organization_id', String(sectorId)],
  ['status', '1'],
];
const documentFields = async (): Promise<readonly Field[]> => [
  ['document_subject_id', String(await subject())],
  ['type', 'general_document'],
  ['organization_ids[]', String(sectorId)],
  ['user_ids[]', String(await user())],
  ['title', 'Ofício'],
  ['physical_document_number', '1/2026'],
  ['limit_date', '2031-01-31'],
  ['content', '<p>Segue.</p>'],
  ['tags[0][title]', 'obra'],
  ['tags[0][type]', 'keyword'],
];

const SOME_ID: unknown = expect.any(Number);
const A_LIST: unknown = expect.any(Array);
const A_DOCUMENT = { document: { id: SOME_ID, status: expect.any(String) as unknown, limit_date: '2031-01-31' } };
const A_PAGE = { data: A_LIST, links: A_LIST, current_page: 1, prev_page_url: null };
const ROW = { id: SOME_ID };
/** A list that comes whole. */
const ROWS: unknown = expect.arrayContaining([expect.objectContaining(ROW)]);
const STATS: unknown = expect.arrayContaining([{ status: 'pending', count: expect.any(Number) as unknown }]);
/** What the product does not read. */
const ANYTHING = undefined;

/** What is asked, and what is read of the answer. */
const CALLS: Readonly<Record<string, readonly [ask: Call, read: unknown]>> = {
  'POST /login': [enter, ANYTHING],
  'POST /forgot-password': [forget, ANYTHING],
  'POST /logout': [leave, ANYTHING],
  'GET /api/user': [
    get('/api/user'),
    {
      tenant: { logo: expect.any(String) as unknown },
      roles: [{ name: 'Super Admin', permissions: expect.arrayContaining([{ name: 'read_users' }]) as unknown }],
    },
  ],
  'GET /api/dashboard/home': [
    get('/api/dashboard/home'),
    { alert: expect.anything() as unknown, documents: A_LIST, models: A_LIST, stats: STATS },
  ],
  'GET /api/documents': [
    get(
      '/api/documents?search=obra&from=2024-01-01&to=2031-01-01&status=sent&organization_id=1&responsible_id=1&document_subject_id=1&order_by_created_at=asc&page=0',
    ),
    A_PAGE,
  ],
  'GET /api/documents/{id}': [getOne('/api/documents', document), { id: SOME_ID, interactions: A_LIST, logs: A_LIST }],
  'POST /api/documents': [post('/api/documents', documentFields, [PDF]), ANYTHING],
  'PATCH /api/documents/{id} complete': [
    patchDocument(undefined, () => [
      ['status', 'completed'],
      ['limit_date', '2031-01-31'],
    ]),
    A_DOCUMENT,
  ],
  'PATCH /api/documents/{id} reopen': [
    patchDocument('completed', () => [
      ['status', 'under_review'],
      ['limit_date', '2031-01-31'],
    ]),
    A_DOCUMENT,
  ],
  'PATCH /api/documents/{id} interaction or transfer': [
    patchDocument(undefined, async () => [
      ['content', '<p>Recebido.</p>'],
      ['limit_date', '2031-01-31'],
      ['organization_ids[]', String(sectorId)],
      ['responsible_ids[]', String(await user())],
    ]),
    A_DOCUMENT,
  ],
  'GET /api/documents/get-file-content/{id}': [
    getOne('/api/documents/get-file-content', async () => targets.file(place(), { document_id: await document() })),
    ANYTHING,
  ],
  'GET /api/models': [get('/api/models?search='), ROWS],
  'GET /api/models/{id}': [getOne('/api/models', model), ROW],
  'POST /api/models': [post('/api/models', modelFields, [PDF]), ANYTHING],
  'PUT /api/models': [
    override('PUT', '/api/models', async () => [await ids('model_ids', model), ...modelFields()], [PDF]),
    ANYTHING,
  ],
  'PATCH /api/models': [
    override('PATCH', '/api/models', async () => [await ids('model_ids', model), ['status', 'inactive']]),
    ANYTHING,
  ],
  'DELETE /api/models': [override('DELETE', '/api/models', async () => [await ids('model_ids', model)]), ANYTHING],
  'GET /api/models/get-file-content/{id}': [
    getOne('/api/models/get-file-content', async () => (await targets.model(place())).fileId),
    ANYTHING,
  ],
  'GET /api/organizations': [get('/api/organizations?search='), ROWS],
  'GET /api/organizations/{id}': [getOne('/api/organizations', sector), ROW],
  'POST /api/organizations': [post('/api/organizations', sectorFields), ANYTHING],
  'PUT /api/organizations': [
    override('PUT', '/api/organizations', async () => [await ids('organization_ids', sector), ...sectorFields()]),
    ANYTHING,
  ],
  'PATCH /api/organizations': [
    override('PATCH', '/api/organizations', async () => [
      await ids('organization_ids', sector),
      ['status', 'inactive'],
    ]),
    ANYTHING,
  ],
  'DELETE /api/organizations': [
    override('DELETE', '/api/organizations', async () => [await ids('organization_ids', sector)]),
    ANYTHING,
  ],
  'GET /api/users': [get('/api/users?search='), ROWS],
  'GET /api/users/{id}': [getOne('/api/users', user), ROW],
  'POST /api/users': [post('/api/users', () => [...userFields(), ['password', 'segredo']]), ANYTHING],
  'PUT /api/users': [
    override('PUT', '/api/users', async () => [['user_ids[0]', String(await user())], ...userFields()]),
    ANYTHING,
  ],
  'PATCH /api/users': [
    override('PATCH', '/api/users', async () => [await ids('user_ids', user), ['status', '0']]),
    ANYTHING,
  ],
  'DELETE /api/users': [override('DELETE', '/api/users', async () => [await ids('user_ids', user)]), ANYTHING],
  'GET /api/roles': [get('/api/roles'), ROWS],
  'GET /api/alerts': [get('/api/alerts?search='), ROWS],
  'GET /api/alerts/{id}': [getOne('/api/alerts', alert), ROW],
  'POST /api/alerts': [post('/api/alerts', alertFields), ANYTHING],
  'PUT /api/alerts': [
    override('PUT', '/api/alerts', async () => [await ids('alert_ids', alert), ...alertFields()]),
    ANYTHING,
  ],
  'PATCH /api/alerts': [
    override('PATCH', '/api/alerts', async () => [await ids('alert_ids', alert), ['status', 'inactive']]),
    ANYTHING,
  ],
  'DELETE /api/alerts': [override('DELETE', '/api/alerts', async () => [await ids('alert_ids', alert)]), ANYTHING],
  'GET /api/document-subjects': [get('/api/document-subjects?search='), ROWS],
  'GET /api/document-subjects/{id}': [getOne('/api/document-subjects', subject), ROW],
  'POST /api/document-subjects': [post('/api/document-subjects', subjectFields), ANYTHING],
  'PUT /api/document-subjects': [
    override('PUT', '/api/document-subjects', async () => [
      await ids('document_subject_ids', subject),
      ...subjectFields(),
    ]),
    ANYTHING,
  ],
  'PATCH /api/document-subjects': [
    override('PATCH', '/api/document-subjects', async () => [
      await ids('document_subject_ids', subject),
      ['status', 'inactive'],
    ]),
    ANYTHING,
  ],
  'DELETE /api/document-subjects': [
    override('DELETE', '/api/document-subjects', async () => [await ids('document_subject_ids', subject)]),
    ANYTHING,
  ],
  'POST /api/profile with PATCH': [
    override('PATCH', '/api/profile', () => [
      ['name', 'Helena'],
      ['last_name', 'Tavares'],
      ['organization_id', String(sectorId)],
      ['delete_image', '0'],
    ]),
    { user: { name: 'Helena', organization_id: SOME_ID } },
  ],
  'PATCH /api/tenants': [
    override('PATCH', '/api/tenants', () => [
      ['name', 'Prefeitura Municipal de Vale do Ipê'],
      ['sector', 'public'],
      ['acronym', 'PMVI'],
    ]),
    ANYTHING,
  ],
  'PATCH /api/profile/fcm-token': [override('PATCH', '/api/profile/fcm-token', () => [['fcm_token', '']]), ANYTHING],
};

it.each(Object.keys(CALLS))('%s takes the fields of the product, and answers what it reads', async (name) => {
  const [ask, read] = CALLS[name] ?? [];
  const said = await ask?.();
  const isDone = said !== undefined && said.statusCode < 300;
  const answer: unknown = read === ANYTHING ? read : said?.json();
  expect({ done: isDone || said?.body, answer }).toMatchObject({ done: true, answer: read });
});
