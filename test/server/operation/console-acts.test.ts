// Every command of the console either leaves no mark on a tenant, or the events named here in the
// tenant's audit ("atos de administração").

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessWords } from '#contract/access-words.ts';
import type { AuditedAccess } from '#contract/accesses.ts';
import { COMMANDS } from '#server/entry/admin-commands.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

let server: TestServer;
let owner: pg.Client;
let folder = '';
const now = Date.now();

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  owner = new pg.Client(server.connection);
  await owner.connect();
  folder = await mkdtemp(join(tmpdir(), 'malote-acts-'));
  await writeFile(join(folder, 'setores.csv'), 'Sigla;Nome;Situação\nSENOVA;Secretaria Nova;ativo\n');
  await writeFile(
    join(folder, 'pessoas.csv'),
    'Nome;Sobrenome;E-mail;Setor;Papel;Situação\nRita;Prado;rita@pmvi.example;SEMOB;Servidor;ativo\n',
  );
});
afterAll(async () => {
  await owner.end();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

type Run = { readonly words?: readonly string[]; readonly values?: Readonly<Record<string, string | boolean>> };
/** One run of a command, and the events it leaves, in words. */
type Act = Run & { readonly leaves: readonly string[] };

const EDITED = 'Editou a organização · ';
const INVITED = 'rita@pmvi.example';
const sheet = (name: string): string => join(folder, name);

/** In this order, because they are run on one tenant; "on none" concerns the server as a whole. */
const TABLE: Readonly<Record<string, () => Act | 'reads only' | 'on none'>> = {
  'tenant list': () => 'reads only',
  'tenant usage': () => 'reads only',
  'person list': () => 'reads only',
  'mail test': () => 'on none',
  'mail failed': () => 'reads only',
  'mail retry': () => 'on none',
  doctor: () => 'on none',
  'rolled-back': () => 'on none',
  'demo remove': () => 'on none',
  'tenant create': () => ({
    values: {
      name: 'Prefeitura de Nova Serrana',
      acronym: 'PMNS',
      'admin-name': 'Helena Tavares',
      'admin-email': 'helena@nova.example',
    },
    leaves: ['Cadastrou a organização'],
  }),
  'tenant zone': () => ({ words: ['PMVI', 'Manaus'], leaves: [`${EDITED}fuso horário`] }),
  'tenant quota': () => ({
    words: ['PMVI'],
    values: { tenant: '500', person: '20', people: '900' },
    leaves: [`${EDITED}cota de pessoas ativas`, `${EDITED}cota do órgão, cota de cada pessoa`],
  }),
  'tenant front': () => ({
    words: ['PMVI'],
    values: { host: 'oficios.vale.example', phone: '(28) 3333-0000', email: 'ti@pmvi.example' },
    leaves: [`${EDITED}endereço próprio, telefone de quem ajuda, e-mail de quem ajuda`],
  }),
  'sector import': () => ({
    words: ['PMVI', sheet('setores.csv')],
    values: { apply: true },
    leaves: ['Importou planilha de setores'],
  }),
  'person import': () => ({
    words: ['PMVI', sheet('pessoas.csv')],
    values: { apply: true, invite: true },
    leaves: ['Convidou pessoas · por e-mail', 'Importou planilha de pessoas · convite'],
  }),
  'person invite': () => ({
    words: ['PMVI', INVITED],
    values: { paper: true },
    leaves: ['Convidou pessoas · por bilhete'],
  }),
  'person new-link': () => ({ words: [INVITED], leaves: ['Editou pessoa · link para criar outra senha'] }),
  'person change-email': () => ({ words: [INVITED, 'rita.prado@pmvi.example'], leaves: ['Editou pessoa · e-mail'] }),
  'tenant export': () => ({ words: ['PMVI', join(folder, 'saida')], leaves: ['Exportou tudo'] }),
  'tenant disable': () => ({ words: ['PMVI'], leaves: [`${EDITED}desativou`] }),
  'tenant enable': () => ({ words: ['PMVI'], leaves: [`${EDITED}ativou`] }),
  'tenant delete': () => ({ words: ['PMVI'], leaves: [`${EDITED}desativou`, `${EDITED}início da exclusão`] }),
  'tenant move': () => ({
    words: ['PMVI', join(folder, 'mudanca')],
    leaves: [`${EDITED}desativou`, 'Exportou tudo'],
  }),
};

async function keysOfEvents(): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>('select key from access_events');
  return rows.map(({ key }) => key);
}

async function eventsBeside(known: readonly string[]): Promise<{ tenants: string[]; told: string[] }> {
  const { rows } = await owner.query<AuditedAccess & { tenant: string }>(
    `select t.acronym as tenant, e.kind, e.act, e.amount, e.offline, e.fields, null as file
      from access_events e join tenants t on t.id = e.tenant_id where e.key <> all ($1::uuid[])`,
    [known],
  );
  // How many documents an export holds is no concern of this table.
  const told = rows.map((one) => accessWords(one.kind === 'export' ? { ...one, amount: null } : one));
  return { tenants: [...new Set(rows.map(({ tenant }) => tenant))], told: told.toSorted() };
}

async function run(name: string, { words = [], values = {} }: Run): Promise<void> {
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined || !('run' in command)) throw new Error(`${name} opens no database by itself`);
  const { connection, services } = server;
  const { files, config } = services;
  const parts = { connection, files, config, now, claim: async () => undefined, secret: () => 'a secret of this test' };
  await command.run(parts, { words, values });
}

it('the table names every command of the console', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
});

describe('on a tenant', () => {
  it.each(Object.keys(TABLE))('%s', async (name) => {
    const row = TABLE[name]?.();
    if (row === undefined || row === 'on none') return;
    const known = await keysOfEvents();
    await run(name, row === 'reads only' ? { words: name === 'tenant list' ? [] : ['PMVI'] } : row);
    const tenant = name === 'tenant create' ? 'PMNS' : 'PMVI';
    expect(await eventsBeside(known)).toEqual(
      row === 'reads only' ? { tenants: [], told: [] } : { tenants: [tenant], told: row.leaves.toSorted() },
    );
  });
});
