// `npm run admin -- doctor` looks at what the server needs around it, one thing after another, and
// says of each what to do. It changes nothing but a probe in the file store and one in DATA_DIR.

import { VERSION } from '#contract/version.ts';
import { isTimeZone } from '#domain/time-zones.ts';
import { existsSync, statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { connectOwner } from '../db/connections.ts';
import { migrationsAt } from '../db/migrate.ts';
import { readRoles } from '../db/roles.ts';
import { type FileStore, STORE_NAME } from '../files/file-store.ts';
import type { Mailer } from '../mail/mailer.ts';
import { reasonOf } from '../config/reasons.ts';
import { within } from '../reporting/timers.ts';

export type Finding = {
  readonly part: string;
  /** `look`: it works, but an operator should know about it. */
  readonly state: 'ok' | 'look' | 'fault';
  readonly told: string;
  /** What to do; absent where all is well. */
  readonly advice?: string;
};

export type Surroundings = {
  readonly config: Config;
  /** Where the database is, without a password. */
  readonly place: string;
  /** null where there is no database yet. */
  readonly connection: pg.ClientConfig | null;
  readonly openFiles: () => Promise<FileStore>;
  readonly mailer: Mailer;
  readonly clock: () => number;
};

const PATIENCE_MS = 15_000;
const MB = 1024 * 1024;
const [LITTLE_ROOM_MB, NO_ROOM_MB] = [2048, 256];
const DAY_MS = 86_400_000;
const [CLOCK_LOOK_MS, CLOCK_FAULT_MS] = [5000, 60_000];
const OLDEST_NODE = [20, 19] as const;

/** Looks at everything. A failure of one look keeps no other from being done. */
export async function examine(at: Surroundings): Promise<Finding[]> {
  const { config, connection } = at;
  const findings: Finding[] = [version(), ...config.warnings.map((told) => warning(told))];
  if (connection === null)
    findings.push({
      part: 'banco de dados',
      state: 'fault',
      told: `${at.place}: não há um banco de dados do Malote ali`,
      advice: 'defina DATA_DIR ou DATABASE_URL como no servidor, ou inicie o servidor uma vez: npm start',
    });
  else findings.push(...(await ofDatabase(at, connection)));
  findings.push(
    await attempt('arquivos', 'confira S3_URL, a chave e o bucket, ou as permissões de DATA_DIR', () => ofFiles(at)),
    await attempt('e-mail', 'confira SMTP_URL: servidor, porta, usuário e senha', () => ofMail(at)),
    ofRoom(config),
  );
  return findings;
}

function version(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [least, point] = OLDEST_NODE;
  const told = `Malote ${VERSION}, Node.js ${process.versions.node}`;
  return major > least || (major === least && minor >= point)
    ? { part: 'versões', state: 'ok', told }
    : { part: 'versões', state: 'fault', told, advice: `instale o Node.js ${least}.${point} ou mais novo` };
}

const warning = (told: string): Finding => ({
  part: 'configuração',
  state: 'look',
  told,
  advice: 'defina as variáveis e inicie os servidores de novo',
});

async function ofDatabase(at: Surroundings, connection: pg.ClientConfig): Promise<Finding[]> {
  let client: pg.Client;
  try {
    client = await within(PATIENCE_MS, { work: () => connectOwner(connection), late: tooLate });
  } catch (error) {
    return [
      {
        part: 'banco de dados',
        state: 'fault',
        told: `${at.place}: ${wordsOf(error)}`,
        advice: 'confira se o PostgreSQL está no ar, e em DATABASE_URL o servidor, a porta, o usuário e a senha',
      },
    ];
  }
  try {
    await client.query('begin read only');
    await client.query(`set local app.maintenance = 'on'`);
    const steps: readonly (readonly [string, string, () => Promise<Finding>])[] = [
      ['banco de dados', 'confira o log do PostgreSQL', () => ofServer(client, at)],
      ['migrações', 'inicie o servidor: as migrações correm no início', () => ofMigrations(client)],
      ['papéis', 'veja PostgreSQL em src/server/operating.md', () => ofRoles(client)],
      ['relógio', 'acerte o relógio das duas máquinas (NTP)', () => ofClock(client, at)],
      ['fusos horários', 'npm run admin -- tenant zone SIGLA America/Sao_Paulo', () => ofZones(client)],
      ['último backup', BACKUP.advice, () => ofSuccess(client, { ...BACKUP, now: at.clock() })],
      ['última verificação', VERIFY.advice, () => ofSuccess(client, { ...VERIFY, now: at.clock() })],
    ];
    const findings: Finding[] = [];
    for (const [part, advice, look] of steps) {
      await client.query('savepoint step');
      const found = await attempt(part, advice, look);
      findings.push(found);
      await client.query('rollback to savepoint step');
    }
    return findings;
  } finally {
    await client.end();
  }
}

async function ofServer(client: pg.Client, { place }: Surroundings): Promise<Finding> {
  const { rows } = await client.query<{ version: string; old: boolean; standby: boolean; open: number; most: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int < 150000 as old,
      pg_is_in_recovery() as standby, (select count(*)::int from pg_stat_activity) as open,
      current_setting('max_connections')::int as most`,
  );
  const [found = { version: '', old: true, standby: false, open: 0, most: 0 }] = rows;
  const told = `${place}: PostgreSQL ${found.version}, ${found.open} de ${found.most} conexões`;
  if (found.old) return { part: 'banco de dados', state: 'fault', told, advice: 'use o PostgreSQL 15 ou mais novo' };
  if (found.standby)
    return {
      part: 'banco de dados',
      state: 'fault',
      told: `${told}, e é uma réplica que só lê`,
      advice: 'ponha em DATABASE_URL o primário também: postgres://…@um:5432,dois:5432/…',
    };
  return { part: 'banco de dados', state: 'ok', told };
}

async function ofMigrations(client: pg.Client): Promise<Finding> {
  const { run, missing, unknown } = await migrationsAt(client);
  if (unknown > 0)
    return {
      part: 'migrações',
      state: 'fault',
      told: `o banco de dados tem ${unknown} de uma versão mais nova`,
      advice: 'use a versão que o migrou, ou restaure um backup desta',
    };
  return missing === 0
    ? { part: 'migrações', state: 'ok', told: `${run} feitas, nenhuma falta` }
    : {
        part: 'migrações',
        state: 'look',
        told: `faltam ${missing}`,
        advice: 'inicie o servidor: elas correm no início',
      };
}

/**
 * What row-level security rests on: both roles are bound by it, and each table of a tenant has it.
 */
async function ofRoles(client: pg.Client): Promise<Finding> {
  const { working, system } = await readRoles(client);
  const { rows } = await client.query<{ faults: string[] }>(
    `select array(
      select format('falta o papel %s', name) from unnest($1::text[]) as name where to_regrole(name) is null
      union all
      select format('o dono não pode agir como %s: GRANT %s TO %I', name, name, current_user) from unnest($1::text[]) as name
        where to_regrole(name) is not null and not pg_has_role(to_regrole(name), 'member')
      union all
      select format('%s passa por cima do isolamento: ALTER ROLE %s NOBYPASSRLS NOSUPERUSER', rolname, rolname) from pg_roles
        where rolname = any($1) and (rolbypassrls or rolsuper)
      union all
      select format('a tabela %s está sem isolamento', c.relname) from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
      union all
      select format('%s não pode ler documents', $2::text) where to_regrole($2) is not null
        and not has_table_privilege($2, 'documents', 'select')
    ) as faults`,
    [[working, system], working],
  );
  const faults = rows[0]?.faults ?? [];
  return faults.length === 0
    ? { part: 'papéis', state: 'ok', told: `${working} e ${system}, todas as tabelas isoladas por órgão` }
    : {
        part: 'papéis',
        state: 'fault',
        told: faults.join('; '),
        advice: 'veja PostgreSQL em src/server/operating.md, e inicie o servidor de novo',
      };
}

async function ofClock(client: pg.Client, { clock }: Surroundings): Promise<Finding> {
  const before = clock();
  const { rows } = await client.query<{ at: number }>(`select extract(epoch from clock_timestamp()) * 1000 as at`);
  const apart = Math.round(Number(rows[0]?.at ?? 0) - (before + clock()) / 2);
  const told = `${Math.abs(apart)} ms entre esta máquina e o banco de dados`;
  if (Math.abs(apart) < CLOCK_LOOK_MS) return { part: 'relógio', state: 'ok', told };
  return {
    part: 'relógio',
    state: Math.abs(apart) < CLOCK_FAULT_MS ? 'look' : 'fault',
    told,
    advice: 'acerte o relógio das duas máquinas (NTP): prazos e sessões contam por ele',
  };
}

async function ofZones(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ acronym: string; zone: string; known: boolean }>(
    `select acronym, time_zone as zone, time_zone in (select name from pg_timezone_names) as known
      from tenants order by acronym`,
  );
  const wrong = rows.filter(({ zone, known }) => !known || !isTimeZone(zone));
  if (wrong.length === 0)
    return { part: 'fusos horários', state: 'ok', told: `${rows.length} órgãos, todos conhecidos` };
  return {
    part: 'fusos horários',
    state: 'fault',
    told: wrong.map(({ acronym, zone }) => `${acronym}: ${zone}`).join('; '),
    advice: 'npm run admin -- tenant zone SIGLA America/Sao_Paulo, ou atualize os fusos da máquina (tzdata)',
  };
}

const PROBE = Buffer.from('malote');

async function ofFiles({ config, openFiles, connection }: Surroundings): Promise<Finding> {
  const files = await openFiles();
  await files.check();
  const { storageKey } = await files.put(Readable.from([PROBE]), { maxBytes: PROBE.length });
  await files.remove(storageKey);
  const where = config.s3Url === null ? resolve(config.dataDir, 'files') : `S3 ${new URL(config.s3Url).host}`;
  const [found, wanted] = [await files.note(STORE_NAME), await storeOf(connection)];
  return wanted === null || wanted === found
    ? { part: 'arquivos', state: 'ok', told: `${where}: escrita e leitura` }
    : {
        part: 'arquivos',
        state: 'fault',
        told: `${where}: são os arquivos de outro banco de dados`,
        advice: 'aponte DATA_DIR ou S3_URL para os arquivos deste banco de dados',
      };
}

/** The name of the file store that belongs to the database (S27); null when it can't be read. */
async function storeOf(connection: pg.ClientConfig | null): Promise<string | null> {
  if (connection === null) return null;
  const client = await connectOwner(connection).catch(() => null);
  if (client === null) return null;
  try {
    const { rows } = await client.query<{ name: string }>('select name from file_store');
    return rows[0]?.name ?? null;
  } catch {
    return null;
  } finally {
    await client.end();
  }
}

async function ofMail({ config, mailer }: Surroundings): Promise<Finding> {
  if (config.smtpUrl === null)
    return {
      part: 'e-mail',
      state: 'look',
      told: `sem SMTP_URL: cada mensagem vira um arquivo em ${resolve(config.dataDir, 'mail')}`,
      advice: 'defina SMTP_URL para que as mensagens saiam',
    };
  await mailer.check();
  return { part: 'e-mail', state: 'ok', told: `${new URL(config.smtpUrl).host} aceita a conexão` };
}

function ofRoom({ dataDir }: Config): Finding {
  const folder = resolve(dataDir);
  if (!existsSync(folder))
    return { part: 'disco', state: 'look', told: `${folder} ainda não existe`, advice: 'o servidor a cria no início' };
  const { bavail, bsize, blocks } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / MB);
  const told = `${free} MB livres de ${Math.floor((blocks * bsize) / MB)} MB em ${folder}`;
  if (free >= LITTLE_ROOM_MB) return { part: 'disco', state: 'ok', told };
  return {
    part: 'disco',
    state: free < NO_ROOM_MB ? 'fault' : 'look',
    told,
    advice: 'libere espaço, ou aumente o disco',
  };
}

type Success = {
  readonly part: string;
  /** The name of its row in the table `maintenance`. */
  readonly name: string;
  readonly advice: string;
  /**
   * The age in days from which a success counts as `look`, and the age from which it is a fault.
   */
  readonly days: readonly [number, number];
};

const BACKUP: Success = {
  part: 'último backup',
  name: 'backup',
  advice: 'defina BACKUP_TO, para um backup por noite, ou npm run backup -- ARQUIVO',
  days: [2, 8],
};
const VERIFY: Success = { part: 'última verificação', name: 'verify', advice: 'npm run verify', days: [35, 100] };

/** When a backup or a verification last succeeded, on any of the servers. */
async function ofSuccess(
  client: pg.Client,
  { part, name, advice, days, now }: Success & { readonly now: number },
): Promise<Finding> {
  const { rows } = await client.query<{ at: number | null }>(
    'select extract(epoch from succeeded_at)::float8 * 1000 as at from maintenance where name = $1',
    [name],
  );
  const at = rows[0]?.at ?? null;
  if (at === null) return { part, state: 'look', told: 'não há registro de nenhum', advice };
  const age = (now - at) / DAY_MS;
  const told = `em ${new Date(at).toISOString()}, há ${Math.floor(age)} dias`;
  if (age < days[0]) return { part, state: 'ok', told };
  return { part, state: age < days[1] ? 'look' : 'fault', told, advice };
}

async function attempt(part: string, advice: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await within(PATIENCE_MS, { work: look, late: tooLate });
  } catch (error) {
    return { part, state: 'fault', told: wordsOf(error), advice };
  }
}

const tooLate = (): Error => new Error(`sem resposta em ${PATIENCE_MS / 1000} s`);

/** Host, code and number of a failure, what they mean, and the first line of what caused it. */
export function wordsOf(error: unknown): string {
  const { reason } = reasonOf(error);
  const { host, code, status, means } = reason ?? {};
  const known = [host, code, status, means].filter((one) => one !== undefined);
  return [...known, firstWords(error)].join(' · ');
}

function firstWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return firstWords(error.cause);
  return (error.message || ('code' in error ? String(error.code) : error.name)).split('\n', 1)[0] ?? '';
}
