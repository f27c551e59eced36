// The pages of an export, which open in any browser without our software: an index, and one page
// for each document with its thread. Nothing in them runs, whatever a stored text says: their
// policy allows styles and pictures alone.

import { clockAt, dayAt } from '#domain/dates.ts';
import type { DocumentType, LogAction } from '#domain/document-types.ts';
import { type Status, statusAt, type StoredStatus } from '#domain/status.ts';
import { ticketOf } from '#domain/ticket.ts';
import type pg from 'pg';
import { nameOnDisk, pathOfFile } from './stored-files.ts';

export type PageParts = {
  readonly client: pg.Client;
  readonly tenant: ExportTenant;
  /** Epoch ms of the export. */
  readonly now: number;
  /** Ids, in the table `files`, of the files whose bytes are lost. */
  readonly lost: ReadonlySet<number>;
};

export type ExportTenant = {
  readonly id: number;
  readonly name: string;
  readonly acronym: string;
  readonly timeZone: string;
};

const STATUS_WORDS: Readonly<Record<Status, string>> = {
  pending: 'Pendente',
  under_review: 'Tramitando',
  extended: 'Prorrogado',
  overdue: 'Em atraso',
  completed: 'Finalizado',
};

const TYPE_WORDS: Readonly<Record<DocumentType, string>> = {
  general_document: 'Documento Geral',
  contract_amendment: 'Contratos e Aditivos',
  termination: 'Rescisão',
};

const ACTION_WORDS: Readonly<Record<LogAction, string>> = {
  creation: 'Criou o documento',
  view: 'Visualizou',
  transfer: 'Transferiu',
  extension: 'Prorrogou',
  completion: 'Finalizou',
  reopening: 'Reabriu',
};

type PageFile = { readonly id: number; readonly name: string };
type Entry = {
  readonly action: LogAction | null;
  readonly at: string;
  readonly by: string;
  readonly content: string | null;
  readonly limit_date: string | null;
  readonly reason: string | null;
  readonly people: readonly string[] | null;
  readonly sectors: readonly string[] | null;
  readonly files: readonly PageFile[] | null;
};
type DocumentRow = {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly paper: string;
  readonly type: DocumentType;
  readonly status: StoredStatus;
  readonly exception: string | null;
  readonly limit_date: string;
  readonly content: string;
  readonly subject: string;
  readonly author: string;
  readonly origin: string | null;
  readonly at: string;
  readonly people: readonly string[] | null;
  readonly sectors: readonly string[] | null;
  readonly files: readonly PageFile[] | null;
  readonly entries: readonly Entry[] | null;
};

const filesWhere = (condition: string): string =>
  `(select json_agg(json_build_object('id', f.id, 'name', f.name) order by f.position, f.id) from files f
    where f.tenant_id = d.tenant_id and ${condition})`;
const person = (alias: string): string => `${alias}.name || ' ' || ${alias}.last_name`;
const namesOf = (ids: string): string =>
  `(select json_agg(${person('x')} order by x.id) from users x where x.tenant_id = d.tenant_id and x.id = any(${ids}))`;
const sectorsOf = (ids: string): string =>
  `(select json_agg(x.acronym order by x.id) from organizations x where x.tenant_id = d.tenant_id and x.id = any(${ids}))`;

const DOCUMENTS = `
  select json_build_object('id', d.id, 'number', d.number, 'title', d.title, 'paper', d.physical_document_number,
    'type', d.type, 'status', d.stored_status, 'exception', case when d.is_exception then coalesce(d.exception_reason, '') end,
    'limit_date', d.limit_date, 'content', d.content, 'at', d.performed_at,
    'subject', (select s.name from document_subjects s where s.tenant_id = d.tenant_id and s.id = d.subject_id),
    'author', (select ${person('u')} from users u where u.tenant_id = d.tenant_id and u.id = d.created_by),
    'origin', (select o.acronym from organizations o where o.tenant_id = d.tenant_id and o.id = d.origin_organization_id),
    'people', ${namesOf(`array(select r.user_id from document_responsibles r
      where r.tenant_id = d.tenant_id and r.document_id = d.id and r.current)`)},
    'sectors', ${sectorsOf(`array(select r.organization_id from document_organizations r
      where r.tenant_id = d.tenant_id and r.document_id = d.id and r.current)`)},
    'files', ${filesWhere('f.document_id = d.id and f.interaction_id is null')},
    'entries', (select json_agg(json_build_object('action', e.action, 'at', e.performed_at, 'by', ${person('u')}, 'content', e.content,
        'limit_date', e.limit_date, 'reason', e.reason, 'people', ${namesOf('e.people')}, 'sectors', ${sectorsOf('e.sectors')},
        'files', case when e.action is null then ${filesWhere('f.interaction_id = e.id')} end)
        order by e.chain_place, e.created_at, e.id)
      from (select l.id, l.action, l.performed_at, l.created_at, l.creator_id, null as content, l.limit_date, l.reason,
          l.responsible_ids as people, l.organization_ids as sectors, l.chain_place
          from logs l where l.tenant_id = d.tenant_id and l.document_id = d.id
        union all select i.id, null, i.performed_at, i.created_at, i.creator_id, i.content, null, null, '{}', '{}', i.chain_place
          from interactions i where i.tenant_id = d.tenant_id and i.document_id = d.id) e
      join users u on u.tenant_id = d.tenant_id and u.id = e.creator_id)) as document
  from documents d where d.tenant_id = $1 and d.number > $2 order by d.number limit 50`;

export type Page = { readonly path: string; readonly text: string };

/** One page for each document, in the order of their numbers. Documents are read in batches. */
export async function* documentPages(parts: PageParts): AsyncGenerator<Page> {
  for (let after = 0; ;) {
    const { rows } = await parts.client.query<{ document: DocumentRow }>(DOCUMENTS, [parts.tenant.id, after]);
    for (const { document } of rows) yield { path: pathOf(parts, document), text: documentPage(parts, document) };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.document.number;
  }
}

const pathOf = ({ tenant }: PageParts, { number }: { readonly number: number }): string =>
  `documentos/${nameOnDisk(ticketOf(tenant.acronym, number))}.html`;

function documentPage(parts: PageParts, document: DocumentRow): string {
  const { tenant, now } = parts;
  const ticket = ticketOf(tenant.acronym, document.number);
  const facts: readonly (readonly [string, string])[] = [
    ['Situação', STATUS_WORDS[statusOf(document, parts)] + (document.exception === null ? '' : ', exceção')],
    ['Tipo', TYPE_WORDS[document.type] ?? document.type],
    ['Assunto', document.subject],
    ['Documento físico', document.paper],
    ['Origem', document.origin ?? 'sem setor'],
    ['Destino', listed(document.sectors)],
    ['Responsáveis', listed(document.people)],
    ['Data limite', dayText(document.limit_date)],
    ['Criado', `${momentText(document.at, tenant)}, por ${document.author}`],
    ...(document.exception === null || document.exception === ''
      ? []
      : [['Motivo da exceção', document.exception] as const]),
  ];
  const entries = (document.entries ?? []).filter(({ action }) => action !== 'view');
  const views = (document.entries ?? []).filter(({ action }) => action === 'view');
  const body = `<p><a href="../indice.html">Índice</a></p>
<h1>${escaped(ticket)} · ${escaped(document.title)}</h1>
<dl>${facts.map(([term, text]) => `<dt>${term}</dt><dd>${escaped(text)}</dd>`).join('')}</dl>
<h2>Texto</h2>
<div class="texto">${document.content}</div>
${filesPart(parts, document.files)}
<h2>Andamento</h2>
<ol>${entries.map((entry) => entryPart(parts, entry)).join('\n')}</ol>
${views.length === 0 ? '' : `<details><summary>Quem viu (${views.length})</summary><ul>${views.map((view) => `<li>${escaped(view.by)}, ${momentText(view.at, tenant)}</li>`).join('')}</ul></details>`}
<p class="rodape">${escaped(tenant.name)} · exportado em ${momentText(new Date(now).toISOString(), tenant)}</p>`;
  return page({ title: `${ticket} ${document.title}`, body });
}

function entryPart(parts: PageParts, entry: Entry): string {
  const what = entry.action === null ? 'Respondeu' : (ACTION_WORDS[entry.action] ?? entry.action);
  const details = [
    ...(entry.limit_date === null ? [] : [`data limite ${dayText(entry.limit_date)}`]),
    ...(entry.people === null ? [] : [`responsáveis ${listed(entry.people)}`]),
    ...(entry.sectors === null ? [] : [`setores ${listed(entry.sectors)}`]),
    ...(entry.reason === null ? [] : [`motivo: ${entry.reason}`]),
  ];
  return `<li><p><strong>${escaped(entry.by)}</strong> · ${escaped(what)} · ${momentText(entry.at, parts.tenant)}</p>${
    details.length === 0 ? '' : `<p>${escaped(details.join('; '))}</p>`
  }${entry.content === null || entry.content === '' ? '' : `<div class="texto">${entry.content}</div>`}${filesPart(parts, entry.files)}</li>`;
}

function filesPart({ lost }: PageParts, files: readonly PageFile[] | null): string {
  if (files === null) return '';
  const items = files.map((file) => `<li>${fileLink(file, { lost, up: '../' })}</li>`);
  return `<p>Arquivos:</p><ul>${items.join('')}</ul>`;
}

function fileLink(file: PageFile, { lost, up }: { lost: ReadonlySet<number>; up: string }): string {
  if (lost.has(file.id)) return `${escaped(file.name)} (perdido no servidor de origem)`;
  return `<a href="${escaped(up + encodedPath(pathOfFile(file)))}">${escaped(file.name)}</a>`;
}

export type IndexFacts = {
  readonly documents: number;
  readonly files: number;
  readonly lostFiles: readonly string[];
  /** The exported tables: what each holds, and how many rows. */
  readonly tables: readonly { readonly name: string; readonly what: string; readonly rows: number }[];
};

/** The index page, in pieces, because it has a row for each document. */
export async function* indexPage(parts: PageParts, facts: IndexFacts): AsyncGenerator<string> {
  const { client, tenant, now } = parts;
  yield HEAD(`Tudo de ${tenant.name}`);
  yield `<h1>${escaped(tenant.name)} (${escaped(tenant.acronym)})</h1>
<p>Cópia de tudo o que o órgão tinha no Malote em ${momentText(new Date(now).toISOString(), tenant)}:
${counted(facts.documents, 'documento', 'documentos')} e ${counted(facts.files, 'arquivo', 'arquivos')}. Para ler, basta este navegador.</p>
<nav><ul><li><a href="#documentos">Documentos</a></li><li><a href="#modelos">Modelos</a></li><li><a href="#pessoas">Pessoas</a></li>
<li><a href="#setores">Setores</a></li><li><a href="#tabelas">Dados para outros sistemas</a></li></ul></nav>\n`;
  if (facts.lostFiles.length > 0)
    yield `<h2>Arquivos perdidos</h2><p>O servidor de origem já não tinha o conteúdo destes arquivos:</p><ul>${facts.lostFiles.map((name) => `<li>${escaped(name)}</li>`).join('')}</ul>\n`;
  yield `<h2 id="documentos">Documentos</h2>\n<p>Para achar um documento, use a busca do navegador (Ctrl+F).</p>
<div class="rolar"><table><thead><tr><th>Número</th><th>Título</th><th>Origem</th><th>Criado</th><th>Data limite</th><th>Situação</th><th>Respostas</th><th>Arquivos</th></tr></thead><tbody>\n`;
  for (let after = 0; ;) {
    const { rows } = await client.query<IndexRow>(INDEX_ROWS, [tenant.id, after]);
    for (const row of rows) yield indexRow(parts, row);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.number;
  }
  yield `</tbody></table></div>\n${await modelsPart(parts)}${await peoplePart(parts)}`;
  yield `<h2 id="tabelas">Dados para outros sistemas</h2>
<p>Cada tabela é um arquivo com uma linha em JSON por registro; ao lado está a descrição de suas colunas (JSON Schema).
<a href="arquivos-guardados.jsonl">arquivos-guardados.jsonl</a> diz onde está cada arquivo. <code>sha256sum -c SHA256SUMS</code> confere tudo.
Senhas e o que permite entrar no sistema não vão junto.</p>
<ul>${facts.tables
    .map(
      ({ name, what, rows }) =>
        `<li><a href="tabelas/${name}.jsonl">${name}</a> (<a href="tabelas/${name}.schema.json">colunas</a>): ${escaped(what)}; ${counted(rows, 'linha', 'linhas')}</li>`,
    )
    .join('\n')}</ul>\n`;
  yield FOOT;
}

type IndexRow = {
  readonly number: number;
  readonly title: string;
  readonly origin: string | null;
  readonly at: string;
  readonly limit_date: string;
  readonly status: StoredStatus;
  readonly replies: number;
  readonly files: number;
};

const INDEX_ROWS = `select d.number, d.title, o.acronym as origin, to_json(d.performed_at) #>> '{}' as at, d.limit_date::text as limit_date,
    d.stored_status as status, d.interactions_count as replies, d.files_count as files
  from documents d left join organizations o on o.tenant_id = d.tenant_id and o.id = d.origin_organization_id
  where d.tenant_id = $1 and d.number > $2 order by d.number limit 500`;

function indexRow(parts: PageParts, row: IndexRow): string {
  const cells = [
    `<a href="${encodedPath(pathOf(parts, row))}">${escaped(ticketOf(parts.tenant.acronym, row.number))}</a>`,
    escaped(row.title),
    escaped(row.origin ?? ''),
    momentText(row.at, parts.tenant),
    dayText(row.limit_date),
    STATUS_WORDS[statusOf(row, parts)],
    String(row.replies),
    String(row.files),
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`;
}

const rowsPart = (id: string, title: string, items: readonly string[]): string =>
  `<h2 id="${id}">${title}</h2>\n${items.length === 0 ? '<p>Nenhum.</p>' : `<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`}\n`;

async function modelsPart({ client, tenant, lost }: PageParts): Promise<string> {
  const { rows } = await client.query<{ name: string; description: string; files: PageFile[] | null }>(
    `select d.name, d.description, ${filesWhere('f.model_id = d.id and f.deleted_at is null')} as files
      from models d where d.tenant_id = $1 and d.deleted_at is null order by d.name, d.id`,
    [tenant.id],
  );
  const items = rows.map(
    ({ name, description, files }) =>
      `${escaped(name)}: ${escaped(description)} ${(files ?? []).map((file) => fileLink(file, { lost, up: '' })).join(', ')}`,
  );
  return rowsPart('modelos', 'Modelos', items);
}

async function peoplePart({ client, tenant }: PageParts): Promise<string> {
  const people = await client.query<{ person: string; email: string; sector: string | null; status: string }>(
    `select ${person('u')} as person, u.email, o.acronym as sector, u.status from users u
      left join organizations o on o.tenant_id = u.tenant_id and o.id = u.organization_id
      where u.tenant_id = $1 and u.deleted_at is null order by 1, u.id`,
    [tenant.id],
  );
  const sectors = await client.query<{ acronym: string; name: string }>(
    'select acronym, name from organizations where tenant_id = $1 and deleted_at is null order by acronym, id',
    [tenant.id],
  );
  const names = people.rows.map(
    ({ person: name, email, sector, status }) =>
      `${escaped(name)}, ${escaped(email)}${sector === null ? '' : `, ${escaped(sector)}`}${status === 'active' ? '' : ' (inativa)'}`,
  );
  const places = sectors.rows.map(({ acronym, name }) => `${escaped(acronym)}: ${escaped(name)}`);
  return rowsPart('pessoas', 'Pessoas', names) + rowsPart('setores', 'Setores', places);
}

const statusOf = (
  document: { readonly status: StoredStatus; readonly limit_date: string },
  { now, tenant }: Pick<PageParts, 'now' | 'tenant'>,
): Status => statusAt({ storedStatus: document.status, limitDate: document.limit_date }, dayAt(now, tenant.timeZone));

/** `20.261`: a point before each three digits. */
function thousands(count: number): string {
  const digits = String(count);
  const parts: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) parts.unshift(digits.slice(Math.max(0, end - 3), end));
  return parts.join('.');
}

const counted = (count: number, one: string, many: string): string => `${thousands(count)} ${count === 1 ? one : many}`;

const listed = (names: readonly string[] | null): string => (names ?? []).join(', ') || 'nenhum';

/** `25/11/2026` */
function dayText(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** `25/11/2026 14:02`, in the tenant's zone. */
function momentText(instant: string, { timeZone }: ExportTenant): string {
  const at = Date.parse(instant);
  return `${dayText(dayAt(at, timeZone))} ${clockAt(at, timeZone)}`;
}

/** Percent-encodes each part of a path for a link. */
const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem;color:#12233d;background:#fff}
a{color:#1351b4}h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.2rem;margin-top:2rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}
dt{color:#42526b}dd{margin:0;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #d3d9cf}
.rolar{overflow-x:auto}.texto{border-left:3px solid #d3d9cf;padding-left:1rem;overflow-wrap:anywhere}ol{padding-left:1.5rem}ol>li{margin-bottom:1rem}.rodape{color:#42526b;margin-top:2rem}
@media (prefers-color-scheme:dark){body{color:#e8eef8;background:#0f1a2b}a{color:#8fb6ff}dt,.rodape{color:#a9b9d3}th,td,.texto{border-color:#3a4a66}}`;

const HEAD = (title: string): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file: data:; base-uri 'none'; form-action 'none'">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>\n`;
const FOOT = '</body></html>\n';

const page = ({ title, body }: { title: string; body: string }): string => `${HEAD(title)}${body}\n${FOOT}`;
