// Every required and bounded field of each row other than documents (rules H6, H10, H11, H15): one
// field is wrong, one message names that field, and nothing is written.

import { describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart } from '../harness/multipart.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';

let world: World;
let admin: TestClient;

townPerFile.beforeAll(({ town }) => void ({ world, admin } = town));

type Row = {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  /** A valid body. */
  readonly body: () => Readonly<Record<string, unknown>>;
  /** The invalid values of each field; `undefined` leaves the field out. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
};

const LONG = 'ã'.repeat(256);
const NAME = ['', ' ', LONG, ['a', { b: 1 }], { a: 1 }];
const REQUIRED_NAME = [undefined, null, ...NAME];
const EMAIL = ['', 'nada', 'a@', '@x.example', 'a b@x.example', `${'a'.repeat(250)}@x.example`];
const PASSWORD = ['12345', 'x'.repeat(1025), 'ã'.repeat(129)];
const ACRONYM = ['', 'A', 'ABCDEFGHIJKLM'];
const STATUS = ['maybe', 2, null];
const DAYS = ['', '2031-02-30', '31/01/2031', '2031-1-1', '2000-01-01', 20310101];

const person = () => ({
  name: 'Yasmin',
  last_name: 'Cordeiro',
  email: 'yasmin@pmvi.example',
  password: 'segredo-bom',
  roles: ['Consulta'],
  organization_id: world.pmvi.sectors.ARQ,
});

const ROWS: readonly Row[] = [
  {
    method: 'POST',
    url: '/api/users',
    body: person,
    wrong: {
      name: REQUIRED_NAME,
      last_name: REQUIRED_NAME,
      email: [undefined, null, ...EMAIL, 'ANA@pmvi.example', 'ana@cmvi.example'],
      password: [undefined, null, '', ...PASSWORD, 'yasmin@pmvi.example'],
      roles: [undefined, [], 'Prefeito', [999_999]],
      organization_id: [undefined, null, '', 999_999, 0],
      status: STATUS,
    },
  },
  {
    method: 'PUT',
    url: '/api/users',
    body: () => ({ user_ids: [world.pmvi.people.consulta.id] }),
    wrong: {
      name: NAME,
      last_name: NAME,
      email: [...EMAIL, 'ana@pmvi.example'],
      password: [...PASSWORD, 'CONSULTA@pmvi.example'],
      roles: [[], 'Prefeito'],
      organization_id: [999_999, 'x'],
      status: ['maybe', 2],
    },
  },
  {
    method: 'PATCH',
    url: '/api/profile',
    body: () => ({}),
    wrong: {
      name: NAME,
      last_name: NAME,
      // An author learns that an address is taken only after proving their own password (S155).
      email: EMAIL,
      password: PASSWORD,
      delete_image: ['talvez'],
      organization_id: [999_999],
    },
  },
  {
    method: 'PATCH',
    url: '/api/tenants',
    body: () => ({}),
    wrong: {
      name: NAME,
      acronym: [...ACRONYM, 'CMVI'],
      sector: ['mixed', 'Público'],
      reminder_days: ['x', [-1], [61], [1.5], [null], Array.from({ length: 11 }, (_, day) => day)],
      escalation_days: ['x', 0, 61, 2.5],
    },
  },
  {
    method: 'POST',
    url: '/api/organizations',
    body: () => ({ name: 'Setor', acronym: 'NOVO' }),
    wrong: { name: REQUIRED_NAME, acronym: [undefined, null, ...ACRONYM, 'Semob'], status: STATUS },
  },
  {
    method: 'PUT',
    url: '/api/organizations',
    body: () => ({ organization_ids: [world.pmvi.sectors.ARQ] }),
    wrong: { name: NAME, acronym: [...ACRONYM, 'Semob'], status: ['maybe', 2] },
  },
  {
    method: 'POST',
    url: '/api/alerts',
    body: () => ({ title: 'Aviso', description: 'd', limit_date: '2031-01-01' }),
    wrong: {
      title: [...REQUIRED_NAME, 'x'.repeat(101)],
      description: [undefined, '', ' ', 'x'.repeat(5001)],
      limit_date: [undefined, null, ...DAYS],
      status: STATUS,
    },
  },
  {
    method: 'POST',
    url: '/api/document-subjects',
    body: () => ({ name: 'Assunto' }),
    wrong: {
      name: REQUIRED_NAME,
      submission_date_exempt_organization_ids: [[999_999]],
      status: STATUS,
    },
  },
];

const written = () =>
  world.query(`select to_jsonb(x) as row from organizations x union all select to_jsonb(x) from alerts x
    union all select to_jsonb(x) from document_subjects x union all select to_jsonb(x) from users x
    union all select to_jsonb(x) from tenants x order by 1`);

describe.each(ROWS)('$method $url', ({ method, url, body, wrong }) => {
  it.each(Object.keys(wrong))('a wrong %s is refused', async (field) => {
    const before = await written();
    for (const value of wrong[field] ?? []) {
      const answer = await admin.send(method, url, { ...body(), [field]: value });
      const said = { status: answer.statusCode, fields: Object.keys(answer.json().errors ?? {}) };
      const named = said.fields.map((name) => name.split('.')[0]);
      expect({ ...said, fields: [...new Set(named)] }, `${JSON.stringify(value)?.slice(0, 80)}`).toEqual({
        status: 422,
        fields: [field],
      });
    }
    expect(await written()).toEqual(before);
  });
});

describe('a picture', () => {
  it.each([
    ['/api/profile', 'image'],
    ['/api/tenants', 'logo'],
  ])('a picture for %s is at most 2 MB and really a picture (rule H10)', async (url, field) => {
    const before = await written();
    const send = (contents: readonly (Buffer | string)[]) =>
      admin.inject({
        method: 'POST',
        url,
        ...multipart(
          [['_method', 'PATCH']],
          contents.map((content) => ({ name: 'foto.png', content, field })),
        ),
      });
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const large = await send([Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)])]);
    expect(large.statusCode).toBe(413);
    expect(large.json().errors).toEqual({ [field]: ['A imagem passa de 2 MB.'] });
    for (const content of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', png]) {
      const answer = await send([content]);
      expect(answer.statusCode).toBe(422);
      expect(Object.keys(answer.json().errors)).toEqual([field]);
    }
    expect(await written()).toEqual(before);
  });
});
