// What `npm run verify` asks of the chain of a document's history (S99): each row is linked to the
// one before it by a hash, and the document's head knows how many there are and how the last one
// ends.

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

/** Names the document as people do, for a person who looks it up. */
const DOCUMENT = `coalesce((select 'documento ' || t.acronym || lpad(d.number::text, greatest(3, length(d.number::text)), '0')
  || ' (' || d.id || ')' from documents d join tenants t on t.id = d.tenant_id
  where d.tenant_id = x.tenant_id and d.id = x.document_id), 'documento ' || x.document_id)`;

export const HISTORY_CHECKS: readonly { readonly name: string; readonly sql: string }[] = [
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
