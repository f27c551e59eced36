// ?search= of the lists without pages: accents and case don't count, % and _ match only themselves
// (default 14).

import { beforeAll, describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { postModel } from '../harness/new-model.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';

let world: World;
let admin: TestClient;

townPerFile.beforeAll(({ town }) => void ({ world, admin } = town));

type ListCase = {
  readonly url: string;
  /** The name of the field that holds the name. */
  readonly label: string;
  readonly make: (client: TestClient, name: string) => ReturnType<TestClient['send']>;
};

let serial = 0;
const LISTS: readonly ListCase[] = [
  {
    url: '/api/organizations',
    label: 'name',
    make: (client, name) => client.send('POST', '/api/organizations', { name, acronym: `S${++serial}` }),
  },
  {
    url: '/api/document-subjects',
    label: 'name',
    make: (client, name) => client.send('POST', '/api/document-subjects', { name }),
  },
  {
    url: '/api/alerts',
    label: 'title',
    make: (client, title) => client.send('POST', '/api/alerts', { title, description: 'd', limit_date: '2031-01-01' }),
  },
  {
    url: '/api/users',
    label: 'name',
    make: async (client, name) =>
      client.send('POST', '/api/users', {
        name,
        last_name: 'Silva',
        email: `s${++serial}@x.example`,
        password: 'segredo-bom',
        roles: ['Consulta'],
        organization_id: (await client.get('/api/user')).json().organization.id,
      }),
  },
  {
    url: '/api/models',
    label: 'name',
    make: async (client, name) =>
      postModel(client, { name, sectors: [(await client.get('/api/user')).json().organization.id] }),
  },
];

const NAMES = ['Ação de Março', 'Meta 100% cumprida', 'plano_anual', 'Zeladoria'];

it.each(['/api/organizations', '/api/users', '/api/document-subjects', '/api/documents'])(
  '%s takes twenty words and says so of more',
  async (url) => {
    const search = (words: number) => admin.get(`${url}?search=${'obra '.repeat(words)}`);
    expect((await search(20)).statusCode).toBe(200);
    const refused = await search(21);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.search).toEqual(['A busca aceita até 20 palavras. Tire algumas.']);
  },
);

describe.each(LISTS)('$url?search=', ({ url, label, make }) => {
  beforeAll(async () => {
    const stranger = await world.as(world.cmvi.people.admin);
    for (const name of NAMES) {
      await make(admin, name);
      await make(stranger, name);
    }
  });

  it.each<[string, readonly string[]]>([
    ['ACAO', ['Ação de Março']],
    ['marco ação', ['Ação de Março']],
    ['%', ['Meta 100% cumprida']],
    ['100%', ['Meta 100% cumprida']],
    ['%%', []],
    ['_', ['plano_anual']],
    ['plano_anual', ['plano_anual']],
    ['\\', []],
    [`zeladoria${' '.repeat(200)}nada`, ['Zeladoria']],
    ['zeladoria nada', []],
  ])('a search for %s finds exactly its names', async (search, expected) => {
    const answer = await admin.get(`${url}?search=${encodeURIComponent(search)}`);
    expect(answer.statusCode).toBe(200);
    const found = answer.json<Record<string, string>[]>().map((row) => row[label] ?? '');
    expect(found).toEqual(expected);
  });

  it('a list without a search holds all rows of the own tenant only', async () => {
    const found = (await admin.get(`${url}?search=`)).json<Record<string, string>[]>().map((row) => row[label] ?? '');
    expect(found.filter((name) => NAMES.includes(name)).toSorted()).toEqual(NAMES.toSorted());
  });
});
