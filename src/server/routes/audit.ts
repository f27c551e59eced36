// The audit: who saw a document, what a person saw, and acts of administration, as a page or a
// sheet. Each reading is recorded itself.

import { accessWords, auditedTicket, REASON_WORDS, SHEET_TOO_LONG } from '#contract/access-words.ts';
import { type AuditedAccess, type AuditPage, AuditQuery } from '#contract/accesses.ts';
import { csvOf } from '#contract/csv.ts';
import { PATHS } from '#contract/paths.ts';
import { AUDIT_DAYS_MAX, AUDIT_PAGE, AUDIT_SHEET_MAX } from '#domain/accesses.ts';
import { addDays, type CalendarDay, clockAt, dayAt, daysBetween, startOfDay } from '#domain/dates.ts';
import { ticketOf } from '#domain/ticket.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type * as v from 'valibot';
import {
  type Audit,
  findAuditedDocument,
  findAuditedPerson,
  listAccesses,
  sumAccesses,
} from '../queries/list-accesses.ts';
import { type AccessNote, accessing, recordAccesses } from '../accesses/record-access.ts';
import type { Actor } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { contentDisposition } from '../files/read-stored.ts';
import { IdParams, route } from '../http/route.ts';
import type { Call as AnyCall } from '../http/route-declaration.ts';
import { problems } from '../reporting/errors.ts';

type Call = Pick<
  AnyCall<unknown, v.InferOutput<typeof AuditQuery>>,
  'actor' | 'query' | 'now' | 'request' | 'reply' | 'services'
>;

/** What an audit is about: a document, a person, or acts of administration. */
type Subject = Pick<AuditPage, 'document' | 'person'> & {
  readonly of: Audit['of'];
  /** The file name of a sheet, without its day. */
  readonly name: string;
  readonly note: Pick<AccessNote, 'act' | 'documentId' | 'about'>;
};

type Find = (tx: Transaction) => Promise<Subject | null>;

export function registerAudit(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/api/audit/documents/:id',
    access: 'read_audit',
    summary: 'Who saw the document with this number, when, and what they did; recorded itself.',
    params: IdParams,
    query: AuditQuery,
    handler: (call) =>
      answerAudit(call, async (tx) => {
        const { actor } = call;
        const document = await findAuditedDocument(tx, { actor, number: call.params.id });
        if (document === null) return null;
        const name = `acessos-${ticketOf(actor.tenantAcronym, document.number)}`;
        const note = { act: 'audit-document', documentId: document.id };
        return { document, person: null, of: { document: document.id }, name, note };
      }),
  });

  route(app, {
    method: 'GET',
    url: '/api/audit/people/:id',
    access: 'read_audit',
    summary: 'What a person saw in a period; recorded itself.',
    params: IdParams,
    query: AuditQuery,
    handler: (call) =>
      answerAudit(call, async (tx) => {
        const person = await findAuditedPerson(tx, { actor: call.actor, id: call.params.id });
        if (person === null) return null;
        const note = { act: 'audit-user', about: [person.id] };
        return { document: null, person, of: { person: person.id }, name: `acessos-de-pessoa-${person.id}`, note };
      }),
  });

  route(app, {
    method: 'GET',
    url: PATHS.auditActs,
    access: 'read_audit',
    summary: 'Acts on people, roles and the organization in a period; recorded itself.',
    query: AuditQuery,
    handler: (call) =>
      answerAudit(call, async () => ({
        document: null,
        person: null,
        of: 'acts',
        name: 'atos-de-administracao',
        note: { act: 'audit-acts' },
      })),
  });
}

async function answerAudit(call: Call, find: Find): Promise<AuditPage | FastifyReply> {
  const { actor, query, services, reply } = call;
  const read = await services.database.inTenant(actor.tenantId, async (tx) => {
    const subject = await find(tx);
    if (subject === null) throw problems.notFound();
    const { of, note } = subject;
    const isBounded = of === 'acts' || 'person' in of;
    const audit: Audit = { actor, of, kind: query.kind ?? null, ...periodOf(call, isBounded) };
    const isSheet = query.format === 'csv';
    const skip = isSheet ? 0 : (query.page - 1) * AUDIT_PAGE;
    const sums = isSheet ? null : await sumAccesses(tx, audit);
    const take = isSheet ? AUDIT_SHEET_MAX + 1 : AUDIT_PAGE;
    const accesses = await listAccesses(tx, { ...audit, skip, take, total: sums?.total ?? null });
    if (isSheet && accesses.length > AUDIT_SHEET_MAX) throw problems.invalid({ from: [SHEET_TOO_LONG] });
    // Recorded last, so that a report does not tell of itself.
    await recordAccesses(tx, accessing(call), [{ kind: 'audit', fields: [query.format], ...note }]);
    return { subject, sums, accesses };
  });
  const { subject, sums, accesses } = read;
  // Sent after the commit, so that no sheet leaves without its event.
  if (sums === null)
    return sheet(reply, { ...subject, day: dayAt(call.now, actor.timeZone), text: sheetOfAccesses(accesses, actor) });
  const pages = Math.ceil(sums.total / AUDIT_PAGE);
  return { document: subject.document, person: subject.person, page: query.page, pages, sums, accesses };
}

/**
 * The days of the query, as instants of the tenant's zone. Audits of a person and of acts cover a
 * year at most, and the last 30 days unless the query says otherwise.
 */
function periodOf({ query, now, actor }: Call, isBounded: boolean): Pick<Audit, 'from' | 'until'> {
  const today = dayAt(now, actor.timeZone);
  const to = (query.to ?? (isBounded ? today : undefined)) as CalendarDay | undefined;
  const from = (query.from ?? (isBounded ? addDays(to ?? today, -30) : undefined)) as CalendarDay | undefined;
  if (from !== undefined && to !== undefined) {
    const days = daysBetween(from, to);
    if (days < 0) throw problems.invalid({ to: ['A data final vem antes da inicial.'] });
    if (isBounded && days > AUDIT_DAYS_MAX) throw problems.invalid({ from: ['Escolha um período de até um ano.'] });
  }
  const start = (day: CalendarDay): string => startOfDay(day, actor.timeZone);
  return { from: from === undefined ? null : start(from), until: to === undefined ? null : start(addDays(to, 1)) };
}

function sheet(reply: FastifyReply, { name, day, text }: { name: string; day: string; text: string }): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', contentDisposition(`${name}-${day}.csv`, 'attachment'))
    .header('Cache-Control', 'no-store')
    .send(text);
}

const TITLES = [
  'Dia',
  'Hora',
  'Quem',
  'Setor',
  'Papel',
  'O que fez',
  'Documento',
  'Título',
  'Sobre',
  'Por que podia',
  'Aparelho',
];

/** The accesses as a sheet, with hours of the tenant's zone. */
function sheetOfAccesses(accesses: readonly AuditedAccess[], actor: Actor): string {
  const { timeZone, tenantAcronym } = actor;
  const rows = accesses.map((one) => {
    const at = Date.parse(one.at);
    const [year = '', month = '', day = ''] = dayAt(at, timeZone).split('-');
    return [
      `${day}/${month}/${year}`,
      clockAt(at, timeZone),
      one.person === null ? '' : `${one.person.name} ${one.person.last_name}`,
      one.person?.organization?.acronym ?? '',
      one.role ?? '',
      accessWords(one),
      one.document === null ? '' : auditedTicket(tenantAcronym, one.document),
      one.document?.title ?? '',
      one.about.join(', '),
      one.reason === null ? '' : REASON_WORDS[one.reason],
      one.device ?? '',
    ];
  });
  return csvOf([TITLES, ...rows]);
}
