// A town hall's first thirteen weeks, from an empty tenant on: sheets of 27 sectors and 500 people,
// the calendar of two years, two subjects, and the work of forty people on a clock that is moved.

import { createTenant } from '#server/operation/tenants.ts';
import type pg from 'pg';
import { createDice } from '../bodies/fuzz-values.ts';
import { enter } from '../harness/enter.ts';
import type { OpenApp } from '../harness/open-app.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';
import { confer, importSheet, PEOPLE, SECTORS } from '../import/sheets.ts';
import { type Ledger, type Worker, workFor } from './town-months.ts';

export const ZONE = 'America/Sao_Paulo';
export const WEEKS = 13;
/** A Monday, 00:00 in the town. */
export const START = Date.parse('2026-08-03T03:00:00Z');
/** The days of the quarter. */
export const QUARTER = { from: '2026-08-01', to: '2026-10-31' } as const;
export const YEARS = [2026, 2027] as const;
export const HELENA = { name: 'Helena Prado', email: 'h@vale.example' } as const;

const FIRST =
  'Ana Beto Célia Davi Elza Fábio Gilda Hugo Íris João Kátia Léo Marta Nilo Olga Paulo Queila Raul Sônia Tito'.split(
    ' ',
  );
const LAST =
  'Abreu Barros Couto Dias Esteves Farias Góis Horta Issa Jardim Kato Leme Maia Neves Ouro Prates Quadros Reis Sales Telles Uchoa Vaz Xavier Yara Zago'.split(
    ' ',
  );
const acronyms = Array.from({ length: 27 }, (_, index) => `S${String.fromCodePoint(65 + (index % 26))}${index}`);
const sheetOfSectors = ['Sigla;Nome', ...acronyms.map((one) => `${one};Secretaria ${one}`)].join('\r\n');
export const sheetOfPeople = [
  'Nome;Sobrenome;E-mail;Setor;Papel',
  ...FIRST.flatMap((first, row) =>
    LAST.map((last, column) => {
      const number = row * LAST.length + column;
      return `${first};${last};p${number}@vale.example;${acronyms[number % 27]};Servidor`;
    }),
  ),
].join('\r\n');

type Town = {
  readonly server: Pick<OpenApp, 'app' | 'services'> & { readonly connection: pg.ClientConfig };
  readonly query: World['query'];
  /** The clock of `server`, which the weeks move on from `START`. */
  readonly clock: { nowMs: number };
  readonly seed: number;
  readonly actsADay: number;
  /** Of the town's Super Admin; absent: one that is not told. */
  readonly password?: string;
};

export type Quarter = {
  readonly tenant: number;
  /** The Super Admin's id. */
  readonly admin: number;
  readonly workers: readonly Worker[];
  readonly ledger: Ledger;
  /**
   * Of each sheet: what was said before it was taken in, the answer, and what is said of it once
   * more.
   */
  readonly imports: readonly object[];
};

/** Lets the quarter pass. Throws an error for a write that is not taken. */
export async function passQuarter(town: Town): Promise<Quarter> {
  const { server, query, clock, seed, actsADay, password } = town;
  const made = {
    name: 'Prefeitura de Vale Novo',
    acronym: 'PVN',
    admin: { ...HELENA, ...(password === undefined ? {} : { password }) },
  };
  const { id: tenant } = await createTenant(server.connection, made);
  const [person] = await query<{ id: number }>('select id::int as id from users where tenant_id = $1', [tenant]);
  const admin = person?.id ?? 0;
  const client = await enter(server, { id: admin, tenantId: tenant });
  const imports = [];
  for (const [url, sheet] of [
    [SECTORS, sheetOfSectors],
    [PEOPLE, sheetOfPeople],
  ] as const) {
    const { counts: before } = await confer(client, url, sheet);
    const { statusCode } = await importSheet(client, url, sheet);
    const { counts: after } = await confer(client, url, sheet);
    imports.push({ before, statusCode, after });
  }
  const subjects = await furnish(client);
  const found = await query<{ id: number; sector: number }>(
    `select id::int as id, organization_id::int as sector from users
     where tenant_id = $1 and organization_id is not null order by id limit 40`,
    [tenant],
  );
  const workers = found.map((one) => ({ ...one, tenantId: tenant }));
  const dice = createDice(seed);
  const ledger = await workFor({ server, clock, dice, workers, subjects, zone: ZONE, weeks: WEEKS, actsADay });
  return { tenant, admin, workers, ledger, imports };
}

/** Writes the days of the calendar and the subjects; resolves to the ids of the subjects. */
async function furnish(client: TestClient): Promise<number[]> {
  const write = async (url: string, body: object): Promise<number> => {
    const answer = await client.send('POST', url, body);
    if (answer.statusCode !== 201) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
    return Object.values(answer.json<Record<string, { id?: number }>>())[0]?.id ?? 0;
  };
  for (const year of YEARS) {
    await write('/api/holidays', { day: `${year}-09-21`, name: 'Padroeira', kind: 'municipal' });
    // The day of civil servants, moved, as town halls do.
    await write('/api/holidays', { day: `${year}-10-30`, name: 'Dia do Servidor', kind: 'optional' });
  }
  const window = { submission_start_day: 1, submission_end_day: 5 };
  return [
    await write('/api/document-subjects', { name: 'Vistoria técnica' }),
    await write('/api/document-subjects', { name: 'Folha de frequência', ...window }),
  ];
}
