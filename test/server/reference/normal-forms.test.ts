// No route accepts invisible characters as text, and names are stored in one form (S25). Names that
// were stored before, in another form, keep working.

import { describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { postDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';

let world: World;
let admin: TestClient;
let ana: TestClient;

// A day outside the window of the windowed subject.
townPerFile.override('options', { clock: () => Date.parse('2030-03-20T12:00:00Z') });
townPerFile.beforeAll(({ town }) => void ({ world, admin, ana } = town));

/**
 * Zero-width, bidirectional, filler, selector, tag and blank characters, all of which are
 * invisible.
 */
const UNSEEN = '\u200b\u200e\u202e\u2060\u2066\u00ad\ufeff\u180e\u3164\u2800\ufe00\u{e0041}';
/** A name as an attacker or a bad clipboard sends it, and as it must be stored. */
const DIRTY = ` \u202eSa\u0303o\r\nJo\u200ba\u0303o\u2066\u00ad `;
const CLEAN = 'São João';

type Door = {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly body: () => Record<string, unknown>;
  /** Texts of the body that are one line, that keep their lines, and that are acronyms. */
  readonly lines: readonly string[];
  readonly prose?: readonly string[];
  readonly acronyms?: readonly string[];
  /** What acronyms begin with, as it is sent and as it is stored. Default: a letter with a mark. */
  readonly syllable?: { readonly sent: string; readonly kept: string };
  readonly table: string;
  readonly file?: true;
};

const DOORS: readonly Door[] = [
  {
    method: 'POST',
    url: '/api/users',
    table: 'users',
    lines: ['name', 'last_name'],
    body: () => ({
      name: 'Yasmin',
      last_name: 'Cordeiro',
      email: `pessoa${Math.random()}@pmvi.example`,
      password: 'segredo-bom',
      roles: ['Con\u200bsulta'],
      organization_id: world.pmvi.sectors.ARQ,
    }),
  },
  {
    method: 'PUT',
    url: '/api/users',
    table: 'users',
    lines: ['name', 'last_name'],
    body: () => ({ user_ids: [world.pmvi.people.caio.id] }),
  },
  {
    method: 'PATCH',
    url: '/api/profile',
    table: 'users',
    lines: ['name', 'last_name'],
    body: () => ({}),
  },
  {
    method: 'POST',
    url: '/api/organizations',
    table: 'organizations',
    lines: ['name'],
    acronyms: ['acronym'],
    body: () => ({ name: 'Obras', acronym: 'OBR' }),
  },
  {
    method: 'PUT',
    url: '/api/organizations',
    table: 'organizations',
    lines: ['name'],
    acronyms: ['acronym'],
    body: () => ({ organization_ids: [world.pmvi.sectors.SEMED] }),
  },
  {
    method: 'POST',
    url: '/api/alerts',
    table: 'alerts',
    lines: ['title'],
    prose: ['description'],
    body: () => ({ title: 'Prazo', limit_date: '2031-01-31', description: 'Texto' }),
  },
  {
    method: 'POST',
    url: '/api/document-subjects',
    table: 'document_subjects',
    lines: ['name'],
    body: () => ({ name: 'Vistoria' }),
  },
  {
    method: 'PUT',
    url: '/api/document-subjects',
    table: 'document_subjects',
    lines: ['name'],
    body: () => ({ document_subject_ids: [world.pmvi.subjects.windowed] }),
  },
  {
    method: 'POST',
    url: '/api/models',
    table: 'models',
    lines: ['name'],
    prose: ['description'],
    file: true,
    body: () => ({
      type: 'flow_model',
      'organization_ids[]': world.pmvi.sectors.SEMOB,
      file_mime_type: 'pdf',
      name: 'Modelo',
      description: 'Texto',
    }),
  },
  {
    method: 'PATCH',
    url: '/api/tenants',
    table: 'tenants',
    lines: ['name'],
    acronyms: ['acronym'],
    // A to Z and digits alone (S154).
    syllable: { sent: 'sa', kept: 'SA' },
    body: () => ({}),
  },
];

function send(door: Door, body: Record<string, unknown>) {
  if (door.file === undefined) return admin.send(door.method, door.url, body);
  const fields = Object.entries(body).map(([name, value]) => [name, String(value)] as const);
  return admin.inject({
    method: door.method,
    url: door.url,
    ...multipart(fields, [{ name: 'a.pdf', content: smallPdf() }]),
  });
}

describe.each(DOORS)('$method $url', (door) => {
  const { lines, prose = [], acronyms = [], syllable = { sent: 'Sa\u0303', kept: 'Sã' } } = door;

  it('a text of invisible characters counts as empty', async () => {
    for (const field of [...lines, ...prose, ...acronyms]) {
      const answer = await send(door, { ...door.body(), [field]: UNSEEN });
      expect({ field, status: answer.statusCode, ...answer.json() }).toMatchObject({
        field,
        status: 422,
        errors: { [field]: ['Preencha este campo.'] },
      });
    }
    for (const field of acronyms) {
      const answer = await send(door, { ...door.body(), [field]: 'A\u200b\u200d\u2060' });
      expect({ field, status: answer.statusCode }).toEqual({ field, status: 422 });
    }
  });

  it('a text of one line is stored in NFC, without breaks, bidirectional marks and invisible characters', async () => {
    const texts = Object.fromEntries([
      ...lines.map((field) => [field, DIRTY]),
      ...prose.map((field) => [field, `${DIRTY}\ndois`]),
      ...acronyms.map((field) => [field, ` \u202a${syllable.sent}\u200b${door.method}\u200d\ufeff\r\n`]),
    ]);
    const answer = await send(door, { ...door.body(), ...texts });
    expect([200, 201]).toContain(answer.statusCode);
    const clean = [
      ...lines.map((field) => [field, CLEAN]),
      ...prose.map((field) => [field, 'São\nJoão \ndois']),
      ...acronyms.map((field) => [field, `${syllable.kept}${door.method}`]),
    ];
    const where = clean.map(([field], index) => `${field} = $${index + 1}`).join(' and ');
    const found = await world.query(
      `select 1 from ${door.table} where ${where}`,
      clean.map(([, text]) => text),
    );
    expect(found.length).toBeGreaterThan(0);
  });
});

describe('a document', () => {
  const post = (more: object) =>
    postDocument(ana, { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED', ...more });

  it.each([
    ['title', { title: UNSEEN }],
    ['physical_document_number', { physicalNumber: UNSEEN }],
    ['content', { content: `<p>${UNSEEN}</p><ul><li>${UNSEEN}</li></ul>` }],
    ['content', { content: '<p>&#8203;&shy;&#x3164;&zwj;</p>' }],
    ['tags', { fields: [['tags[0][title]', UNSEEN]] }],
  ])('invisible characters do not fill a field of a document: %s', async (field, more) => {
    const answer = await post(more);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  it('title, number, reason, tags and files of a document are stored in one form', async () => {
    const answer = await post({
      title: DIRTY,
      physicalNumber: `${DIRTY}1`,
      subject: 'windowed',
      fields: [
        ['tags[0][title]', `A\u0301gua\u200b\r\n potável`],
        ['tags[1][title]', 'chuva\u202e'],
        ['is_exception', '1'],
        ['exception_reason', DIRTY],
      ],
      files: [{ name: 'ofi\u0301cio\u200b\u202efdp.pdf', content: smallPdf() }],
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().document).toMatchObject({
      title: CLEAN,
      physical_document_number: `${CLEAN} 1`,
      exception_reason: CLEAN.replace(' ', '\n'),
      tags: [{ title: 'água potável' }, { title: 'chuva' }],
      files: [{ name: 'ofíciofdp.pdf' }],
    });
  });

  it('a search ignores invisible characters in its words, and finds nothing by them alone', async () => {
    const total = async (search: string) =>
      (await ana.get(`/api/documents?${new URLSearchParams({ search }).toString()}`)).json<{ total: number }>().total;
    expect(await total('jo\u200ba\u0303o')).toBe(1);
    expect(await total('\u200b\u200b')).toBe(0);
  });

  it('a reply of invisible characters is refused', async () => {
    const { id } = (await post({})).json<{ document: { id: number } }>().document;
    const answer = await ana.send('PATCH', `/api/documents/${id}`, { content: `<p>${UNSEEN}</p>` });
    expect(answer.statusCode).toBe(422);
    const reason = await admin.send('POST', `/api/documents/${id}/reassign`, {
      responsible_ids: [world.pmvi.people.caio.id],
      reason: UNSEEN,
    });
    expect(reason.json().errors).toEqual({ reason: ['Preencha este campo.'] });
  });

  it('a document with endless combining marks does not block other requests', { timeout: 15_000 }, async () => {
    const endless = 'a' + '\u0300\u0316'.repeat(250_000);
    const answers = [
      await post({ fields: [['tags[0][title]', endless]] }),
      await post({ title: endless }),
      await post({ files: [{ name: `a${'\u0300\u0316'.repeat(15_000)}.pdf`, content: smallPdf() }] }),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([422, 422, 201]);
  });
});

describe('a write repeated after an upgrade', () => {
  it('a write repeated after an upgrade has the fingerprint it had, although its texts are stored in another form', async () => {
    const key = crypto.randomUUID();
    const body = { name: DIRTY, acronym: 'REP\u200b' };
    const asked = () =>
      admin.inject({
        method: 'POST',
        url: '/api/organizations',
        payload: body,
        headers: { 'idempotency-key': key },
      });
    expect((await asked()).statusCode).toBe(201);
    const [receipt] = await world.query<{ fingerprint: string }>('select fingerprint from receipts where key = $1', [
      key,
    ]);
    // The fingerprint as it was before texts had one form: of the trimmed fields.
    const { fingerprintOf } = await import('#server/once/idempotency.ts');
    const fields = { name: body.name.trim(), acronym: body.acronym.trim(), status: 'active' };
    expect(receipt?.fingerprint).toBe(fingerprintOf({ type: 'create-organization', fields, fileHashes: [] }));
    expect((await asked()).headers['idempotent-replayed']).toBe('true');
  });
});

describe('acronyms', () => {
  it('acronyms that look the same are the same', async () => {
    const create = (acronym: string) => admin.send('POST', '/api/organizations', { name: 'Setor', acronym });
    expect((await create('A\u00c7\u00c3O')).statusCode).toBe(201);
    for (const twin of ['AC\u0327A\u0303O', 'A\u200b\u00c7\u00c3O', 'A\u00c7\u00c3\u200dO\ufe0f']) {
      expect((await create(twin)).json().errors).toEqual({ acronym: ['Já existe um setor com essa sigla.'] });
    }
  });
});
