// Compares rows with files and with each other: what must hold after every crash and every restore.

import type pg from 'pg';
import { createHash } from 'node:crypto';
import { FileMissing, type FileStore } from '../files/file-store.ts';
import { STRAY_AFTER_MS } from '../jobs/collect-stray-files.ts';
import { notedHighWater, proofOf, standingOf } from './rollbacks.ts';
import { readStoredRows, type StoredRow } from './archive.ts';
import { connectOwner } from '../db/connections.ts';

export type Verification = {
  /** One sentence per difference; empty when nothing differs. */
  readonly differences: readonly string[];
  /** The files among the differences, each with the name by which people know it. */
  readonly wrongFiles: readonly StoredRow[];
  readonly rows: number;
  readonly files: number;
  /**
   * Number of files without a row that are still too young to be removed. They are not differences.
   */
  readonly strays: number;
};

export type VerifyParts = {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
};

/** Reads one moment of the database, then every stored file. */
export async function verifyData({ connection, files }: VerifyParts): Promise<Verification> {
  // The note is read before the rows. A running server notes only what the rows already have, so
  // the rows are never behind the note.
  const noted = await notedHighWater(files);
  const client = await connectOwner(connection);
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local app.maintenance = 'on'`);
    const differences: string[] = [];
    for (const check of [...CHECKS, ...HISTORY_CHECKS]) {
      const { rows } = await client.query<{ what: string }>(check.sql);
      differences.push(...rows.map(({ what }) => `${check.name}: ${what}`));
    }
    if (proofOf(await standingOf(client), noted) !== null) differences.push(WENT_BACK);
    const stored = await readStoredRows(client);
    const wrong = await compareFiles(stored, files);
    differences.push(...wrong.map(({ what, row }) => `${what}: ${row.storageKey}, ${row.of}`));
    const staged = await client.query<{ key: string }>(
      'select storage_key as key from staged_parts union all select unnest(parts) from exports',
    );
    const known = [...stored.map((row) => row.storageKey), ...staged.rows.map((row) => row.key)];
    const strays = await findStrays(new Set(known), files);
    differences.push(...strays.old.map((key) => `arquivo sem registro: ${key}`));
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from documents');
    const wrongFiles = wrong.map(({ row }) => row);
    return { differences, wrongFiles, rows: rows[0]?.count ?? 0, files: stored.length, strays: strays.young };
  } finally {
    await client.end();
  }
}

const WENT_BACK =
  'o banco de dados voltou a um estado anterior: o servidor resolve isso ao iniciar, ou rode npm run admin -- rolled-back';

const STAMPED = 'organizations roles users document_subjects models alerts documents tombstones receipts'.split(' ');

const CHECKS: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'contador de mudanças atrás das linhas',
    sql: `select 'órgão ' || c.tenant_id || ', ' || r.name as what from counters c join (
        ${STAMPED.map((name) => `select tenant_id, '${name}' as name, max(rev) as rev from ${name} group by tenant_id`).join(' union all ')}
      ) r on r.tenant_id = c.tenant_id where r.rev > c.value`,
  },
  {
    name: 'órgão sem contador',
    sql: 'select t.acronym as what from tenants t where not exists (select from counters c where c.tenant_id = t.id)',
  },
  {
    name: 'número de documento à frente do contador',
    sql: `select 'órgão ' || c.tenant_id as what from counters c
      where c.last_document_number < (select max(number) from documents d where d.tenant_id = c.tenant_id)`,
  },
  {
    name: 'número de documento repetido',
    sql: `select 'órgão ' || tenant_id || ', número ' || number as what from documents
      group by tenant_id, number having count(*) > 1`,
  },
  {
    name: 'documento sem registro de criação',
    sql: `select 'documento ' || d.id as what from documents d where not exists (select from logs l
      where l.tenant_id = d.tenant_id and l.document_id = d.id and l.action = 'creation')`,
  },
  {
    name: 'documento sem responsável',
    sql: `select 'documento ' || d.id as what from documents d where not exists (select from document_responsibles r
      where r.tenant_id = d.tenant_id and r.document_id = d.id and r.current)`,
  },
  {
    name: 'contagem de respostas diferente',
    sql: `select 'documento ' || d.id as what from documents d left join (
        select tenant_id, document_id, count(*) as count from interactions group by tenant_id, document_id
      ) i on i.tenant_id = d.tenant_id and i.document_id = d.id where d.interactions_count <> coalesce(i.count, 0)`,
  },
  {
    name: 'contagem de arquivos diferente',
    sql: `select 'documento ' || d.id as what from documents d left join (
        select tenant_id, document_id, count(*) as count from files where deleted_at is null group by tenant_id, document_id
      ) f on f.tenant_id = d.tenant_id and f.document_id = d.id where d.files_count <> coalesce(f.count, 0)`,
  },
  {
    name: 'soma do que está guardado diferente',
    sql: `select 'órgão ' || tenant_id || ', pessoa ' || user_id || ', ' || coalesce(u.bytes, 0) || ' em vez de ' || coalesce(s.bytes, 0) as what
      from storage_use u full join (select f.tenant_id, coalesce(i.creator_id, d.created_by, 0) as user_id, sum(f.size)::bigint as bytes
        from files f left join interactions i on (i.tenant_id, i.id) = (f.tenant_id, f.interaction_id)
        left join documents d on (d.tenant_id, d.id) = (f.tenant_id, f.document_id)
        where f.deleted_at is null group by 1, 2) s using (tenant_id, user_id)
      where coalesce(u.bytes, 0) <> coalesce(s.bytes, 0)`,
  },
  {
    name: 'recibo sem o que fez',
    sql: `select 'recibo ' || r.key as what from receipts r
      where (r.ids ? 'document_id' and not exists (select from documents d
          where d.tenant_id = r.tenant_id and d.id = (r.ids->>'document_id')::bigint))
        or (r.ids ? 'interaction_id' and not exists (select from interactions i
          where i.tenant_id = r.tenant_id and i.id = (r.ids->>'interaction_id')::bigint))`,
  },
  {
    name: 'comando com mais de um documento',
    sql: `select 'comando ' || command_id as what from documents where command_id is not null
      group by tenant_id, created_by, command_id having count(*) > 1`,
  },
];

type WrongFile = { readonly what: string; readonly row: StoredRow };

async function compareFiles(rows: readonly StoredRow[], files: FileStore): Promise<WrongFile[]> {
  const wrong: WrongFile[] = [];
  for (const row of rows) {
    const { storageKey: key, sha256, size } = row;
    const note = (what: string): void => void wrong.push({ what, row });
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of (await files.open(key)).stream) {
        hash.update(chunk as Uint8Array);
        bytes += (chunk as Uint8Array).length;
      }
      if (size !== null && size !== bytes) note('tamanho diferente');
      else if (sha256 !== null && hash.digest('hex') !== sha256) note('conteúdo diferente');
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      note('arquivo que falta');
    }
  }
  return wrong;
}

async function findStrays(known: ReadonlySet<string>, files: FileStore): Promise<{ old: string[]; young: number }> {
  const old: string[] = [];
  let young = 0;
  for await (const { storageKey, ageMs } of files.entries()) {
    if (known.has(storageKey)) continue;
    if (ageMs < STRAY_AFTER_MS) young += 1;
    else old.push(storageKey);
  }
  return { old, young };
}

// How `npm run verify` checks the chain of a document's history (S99). Each row is linked to the
// one before it by a hash. The document's head has the number of rows and the last hash.

const HISTORY = `
  with history as (
    select l.tenant_id, l.document_id, 'registro ' || l.id as row, l.chain_place as place, l.chain_hash as hash,
      history_content(l) as content from logs l
    union all
    select i.tenant_id, i.document_id, 'resposta ' || i.id, i.chain_place, i.chain_hash, history_content(i) from interactions i
  ), linked as (
    select *, lag(place) over line as place_before, lag(hash) over line as hash_before, lag(row) over line as row_before
    from history where place is not null and hash is not null window line as (partition by tenant_id, document_id order by place, row)
  )`;

/** The document as people know it, by its ticket, so that a person can look it up. */
const DOCUMENT = `coalesce((select 'documento ' || t.acronym || lpad(d.number::text, greatest(3, length(d.number::text)), '0')
  || ' (' || d.id || ')' from documents d join tenants t on t.id = d.tenant_id
  where d.tenant_id = x.tenant_id and d.id = x.document_id), 'documento ' || x.document_id)`;

const HISTORY_CHECKS: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'linha da história inserida por fora',
    sql: `${HISTORY} select ${DOCUMENT} || ', ' || x.row as what from history x where x.place is null or x.hash is null
      union all
      select ${DOCUMENT} || ', ' || x.row || ', no lugar de ' || x.row_before from linked x where x.place = x.place_before`,
  },
  {
    name: 'linha da história excluída',
    sql: `${HISTORY} select ${DOCUMENT} || ', ' || (x.place - coalesce(x.place_before, 0) - 1) || ' antes de ' || x.row as what
        from linked x where x.place > coalesce(x.place_before, 0) + 1
      union all
      select ${DOCUMENT} || ', ' || (x.length - coalesce(last.place, 0)) || ' no fim' from history_heads x
        left join (select tenant_id, document_id, max(place) as place from linked group by tenant_id, document_id) last
          on last.tenant_id = x.tenant_id and last.document_id = x.document_id
        where x.length > coalesce(last.place, 0)`,
  },
  {
    name: 'linha da história alterada ou trocada',
    sql: `${HISTORY} select ${DOCUMENT} || ', ' || x.row as what from linked x
      where x.place = coalesce(x.place_before, 0) + 1 and x.hash <> sha256(coalesce(x.hash_before, ''::bytea) || x.content)`,
  },
  {
    name: 'fim da história diferente',
    sql: `${HISTORY} select ${DOCUMENT} || ', ' || x.row as what from linked x
      left join history_heads h on h.tenant_id = x.tenant_id and h.document_id = x.document_id
      where (h.hash is null or h.length < x.place or (h.length = x.place and h.hash <> x.hash))
        and not exists (select from linked later where later.tenant_id = x.tenant_id and later.document_id = x.document_id
          and later.place > x.place)`,
  },
];
