// What an export takes along of a tenant, table by table (S239). A table or a column that is in no
// list here is not exported, and fails `test/server/export/exported-tables.test.ts`, so that each
// new one is decided upon.

import type pg from 'pg';

/**
 * What each table holds, in Portuguese. A table stands after those to which it refers. Its rows are
 * exported without the columns of `LEFT_OUT_COLUMNS`.
 */
export const EXPORTED_TABLES: Readonly<Record<string, string>> = {
  tenants: 'O órgão: nome, sigla, fuso horário, cotas',
  counters: 'O último número de documento',
  organizations: 'Setores',
  roles: 'Papéis e suas permissões',
  users: 'Pessoas, sem senhas',
  user_roles: 'Papéis de cada pessoa',
  former_names: 'Nomes anteriores das pessoas',
  imports: 'Planilhas importadas: por quem, quando e o que mudou',
  document_subjects: 'Assuntos de documento',
  subject_exempt_organizations: 'Setores isentos da janela de um assunto',
  models: 'Modelos',
  model_organizations: 'Setores de cada modelo',
  alerts: 'Alertas',
  holidays: 'Feriados, pontos facultativos e o que o calendário muda',
  holiday_exempt_organizations: 'Setores que trabalham em um dia de folga',
  documents: 'Documentos',
  document_responsibles: 'Responsáveis de cada documento, atuais e anteriores',
  document_organizations: 'Setores de destino de cada documento, atuais e anteriores',
  document_tags: 'Palavras-chave e pessoas mencionadas',
  interactions: 'Respostas',
  logs: 'Histórico: criação, visualização, transferência, prorrogação, conclusão, reabertura',
  repeated_views: 'Visualizações repetidas, que não têm linha própria no histórico',
  history_heads: 'Tamanho e último elo do histórico de cada documento',
  files: 'Arquivos de documentos, respostas e modelos',
  receipts: 'Comprovantes',
  withdrawals: 'Comandos que o autor desistiu de enviar',
  logins: 'Entradas de cada pessoa, sem o que permite entrar',
  receipt_keys: 'Chaves públicas que conferem os comprovantes',
  access_events: 'Acessos a documentos e atos de administração',
};

const EVERYWHERE: Readonly<Record<string, string>> = {
  tenant_id: 'an export has one tenant; the manifest names it',
  rev: 'numbers of changes are for devices, which walk again after an import',
};

/** Columns that are not exported, and why. An import fills them anew. */
export const LEFT_OUT_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tenants: {
    id: 'in the manifest',
    rev: EVERYWHERE['rev'] ?? '',
    logo_key: 'a key of the file store',
    disabled_at: 'of this server: a tenant that moves is suspended here, and not there',
    delete_from: 'of this server',
  },
  counters: { ...EVERYWHERE, value: 'a number of changes' },
  users: {
    ...EVERYWHERE,
    password_hash: 'a secret',
    sealing_key: 'bytes that nothing reads',
    image_key: 'a key of the file store',
    scope_epoch: 'for devices',
  },
  files: { ...EVERYWHERE, storage_key: 'a key of the file store; arquivos-guardados.jsonl has the place of the bytes' },
  // `rev` is exported with a receipt, because the receipt's signature covers it.
  receipts: { tenant_id: EVERYWHERE['tenant_id'] ?? '' },
  receipt_keys: { ...EVERYWHERE, private_key: 'a secret' },
};

export type Column = { readonly name: string; readonly type: string; readonly nullable: boolean };
export type ExportedTable = {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns by which its rows are ordered. */
  readonly order: readonly string[];
};

export const leftOutOf = (table: string): Readonly<Record<string, string>> => LEFT_OUT_COLUMNS[table] ?? EVERYWHERE;

/**
 * Reads columns and keys of the exported tables from the database, in the order of
 * `EXPORTED_TABLES`.
 */
export async function readExportedTables(client: pg.Client): Promise<readonly ExportedTable[]> {
  const { rows } = await client.query<{ name: string; columns: Column[]; order: string[] }>(
    `select c.relname::text as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull)
          order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select array_agg(a.attname::text order by k.place) from pg_index i
          cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary and a.attname <> 'tenant_id') as order
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1)`,
    [Object.keys(EXPORTED_TABLES)],
  );
  return Object.keys(EXPORTED_TABLES).map((name) => {
    const found = rows.find((row) => row.name === name);
    if (found === undefined) throw new Error(`there is no table ${name}`);
    const leftOut = leftOutOf(name);
    return { name, columns: found.columns.filter((column) => !(column.name in leftOut)), order: found.order ?? [] };
  });
}

const TYPES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bigint: { type: 'integer' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  text: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  bytea: { type: 'string', pattern: '^\\\\x([0-9a-f]{2})*$' },
  json: {},
  jsonb: {},
};

function schemaOfType(type: string): Readonly<Record<string, unknown>> {
  if (type.endsWith('[]')) return { type: 'array', items: schemaOfType(type.slice(0, -2)) };
  const known = TYPES[type];
  if (known === undefined) throw new Error(`an exported column has the type ${type}, which has no JSON Schema here`);
  return known;
}

/** The JSON Schema of an exported row. */
export function schemaOf({ name, columns }: ExportedTable): Readonly<Record<string, unknown>> {
  const properties = columns.map((column): [string, unknown] => {
    const schema = schemaOfType(column.type);
    return [column.name, column.nullable && 'type' in schema ? { ...schema, type: [schema['type'], 'null'] } : schema];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    description: EXPORTED_TABLES[name],
    type: 'object',
    properties: Object.fromEntries(properties),
    required: columns.map((column) => column.name),
    additionalProperties: false,
  };
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const BYTES = /^\\x([0-9a-f]{2})*$/;
const isText = (value: unknown): value is string => typeof value === 'string';

const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  bigint: Number.isSafeInteger,
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  text: isText,
  uuid: (value) => isText(value) && UUID.test(value),
  date: (value) => isText(value) && /^\d{4,}-\d\d-\d\d$/.test(value),
  'timestamp with time zone': (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  bytea: (value) => isText(value) && BYTES.test(value),
  json: () => true,
  jsonb: () => true,
};

const fits = (value: unknown, type: string): boolean =>
  type.endsWith('[]')
    ? Array.isArray(value) && value.every((one) => fits(one, type.slice(0, -2)))
    : FITS[type]?.(value) === true;

/** What is wrong with an exported line by the schema of its table; null for a good line. */
export function faultOfLine({ columns }: Pick<ExportedTable, 'columns'>, line: string): string | null {
  const row = parsed(line);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'não é um objeto JSON';
  const given = new Map(Object.entries(row));
  for (const { name, type, nullable } of columns) {
    if (!given.has(name)) return `falta ${name}`;
    const value = given.get(name);
    if (value === null ? !nullable && type !== 'jsonb' && type !== 'json' : !fits(value, type))
      return `${name} não é ${type}`;
    given.delete(name);
  }
  const [unknown] = given.keys();
  return unknown === undefined ? null : `${unknown} não é conhecido`;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
