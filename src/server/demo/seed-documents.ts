// Makes the rows of planned documents: the document, its responsibles and sectors, tags,
// interactions, history, and the files it needs.

import { plainTextOf } from '#domain/plain-text.ts';
import { ticketOf } from '#domain/ticket.ts';
import { searchTextFor } from '../commands/documents/writing-sql.ts';
import { type FileToSeed, writeOdt, writePdf } from './seed-files.ts';
import type { PlannedDocument, PlannedEvent } from './plan-document.ts';
import type { RowBuffer } from './row-buffer.ts';
import { FIRST_REV, type Town } from './seed-town.ts';

/**
 * Documents beyond this number have no attachments: 200,000 of them would fill the disk with a
 * million small files.
 */
const WITH_FILES = 2000;
const LARGE_BYTES = 9 * 1024 * 1024;

export type NumberedPlan = { readonly number: number; readonly plan: PlannedDocument };

/** Adds the rows of one document; returns the files it needs. */
export function seedDocument(buffer: RowBuffer, facts: { town: Town } & NumberedPlan): FileToSeed[] {
  const { town, plan, number } = facts;
  const id = buffer.id('documents');
  const interactions = plan.events.filter((event) => event.action === 'interaction');
  const files = number > WITH_FILES ? [] : filesOf(plan, { town, id, number });
  const thread = interactions.map((event) => ({ event, id: buffer.id('interactions') }));
  const evidence = thread.flatMap((one, position) =>
    position === 1 ? [fileOfReply(one, { town, documentId: id })] : [],
  );
  const counted = number > WITH_FILES ? [] : [...files, ...evidence];
  buffer.add('documents', documentRow(facts, { id, filesCount: counted.length }));
  addPlaces(buffer, { town, plan, id });
  for (const [position, title] of plan.tags.entries()) {
    const tag = { tenant_id: town.tenantId, document_id: id, position, title, type: 'keyword', user_id: null };
    buffer.add('document_tags', tag);
  }
  for (const { event, id: interactionId } of thread) {
    buffer.add('interactions', {
      ...happening(town, { event, documentId: id }),
      id: interactionId,
      content: event.content ?? '',
    });
  }
  for (const event of plan.events)
    if (event.action !== 'interaction') addLog(buffer, { town, plan, event, documentId: id });
  return counted;
}

function documentRow({ town, plan, number }: { town: Town } & NumberedPlan, own: { id: number; filesCount: number }) {
  const createdAt = instant(plan.createdAt);
  const responsible = town.person(plan.responsibleId);
  const lastActivity = plan.events.filter((event) => event.action !== 'view').at(-1)?.at ?? plan.createdAt;
  const completion = plan.events.filter((event) => event.action === 'completion').at(-1);
  return {
    tenant_id: town.tenantId,
    id: own.id,
    rev: FIRST_REV,
    number,
    stored_status: plan.storedStatus,
    is_exception: plan.isException,
    exception_reason: plan.exceptionReason,
    title: plan.title,
    physical_document_number: plan.paper,
    type: plan.type,
    subject_id: town.subjectId(plan.subject),
    created_by: plan.createdBy,
    origin_organization_id: town.sectorId(plan.from),
    limit_date: plan.limitDate,
    completed_by: completion?.by ?? null,
    seen_by_responsible: plan.events.some((event) => event.action === 'view' && event.by === plan.responsibleId),
    content: plan.content,
    files_count: own.filesCount,
    interactions_count: plan.events.filter((event) => event.action === 'interaction').length,
    created_at: createdAt,
    last_activity_at: instant(lastActivity),
    performed_at: createdAt,
    clock_suspect: false,
    search_text: searchTextFor({
      ticket: { acronym: town.acronym, number },
      title: plan.title,
      physicalDocumentNumber: plan.paper,
      subject: plan.subject,
      tags: plan.tags,
      responsibles: [responsible],
      sectors: [plan.from, plan.to].map((acronym) => ({ acronym, name: town.sectorName(acronym) })),
    }),
  };
}

function addPlaces(buffer: RowBuffer, { town, plan, id }: { town: Town; plan: PlannedDocument; id: number }): void {
  const common = { tenant_id: town.tenantId, document_id: id, position: 0 };
  const transfer = plan.events.find((event) => event.action === 'transfer');
  const arrivedAt = instant(transfer?.at ?? plan.createdAt);
  buffer.add('document_responsibles', { ...common, user_id: plan.responsibleId, current: true, arrived_at: arrivedAt });
  for (const userId of plan.formerIds) {
    buffer.add('document_responsibles', {
      ...common,
      user_id: userId,
      current: false,
      arrived_at: instant(plan.createdAt),
    });
  }
  buffer.add('document_organizations', { ...common, organization_id: town.sectorId(plan.to), current: true });
  const former = plan.formerIds
    .map((userId) => town.person(userId).sector)
    .find((acronym) => acronym !== null && acronym !== plan.to);
  if (former !== undefined && former !== null) {
    buffer.add('document_organizations', { ...common, organization_id: town.sectorId(former), current: false });
  }
}

type EventInput = {
  readonly town: Town;
  readonly plan: PlannedDocument;
  readonly event: PlannedEvent;
  readonly documentId: number;
};

function addLog(buffer: RowBuffer, { town, plan, event, documentId }: EventInput): void {
  const destined = event.responsibleId === undefined ? [] : [sectorOf(town, { plan, userId: event.responsibleId })];
  buffer.add('logs', {
    ...happening(town, { event, documentId }),
    id: buffer.id('logs'),
    action: event.action,
    limit_date: event.limitDate ?? null,
    responsible_ids: event.responsibleId === undefined ? [] : [event.responsibleId],
    organization_ids: destined,
    reason: null,
    offline: event.offline ?? false,
  });
}

/**
 * The sector that a transfer to this person names: the document's destination for its present
 * responsible, the person's own sector for an earlier one.
 */
function sectorOf(town: Town, who: { plan: PlannedDocument; userId: number }): number {
  return town.sectorId(
    who.userId === who.plan.responsibleId ? who.plan.to : (town.person(who.userId).sector ?? who.plan.to),
  );
}

function happening(town: Town, { event, documentId }: { event: PlannedEvent; documentId: number }) {
  const at = instant(event.at);
  return {
    tenant_id: town.tenantId,
    document_id: documentId,
    creator_id: event.by,
    created_at: at,
    performed_at: at,
    clock_suspect: false,
  };
}

function filesOf(plan: PlannedDocument, facts: { town: Town; id: number; number: number }): FileToSeed[] {
  const { town, number } = facts;
  const ticket = ticketOf(town.acronym, number);
  const page = {
    title: plan.title,
    lines: [`${plan.paper} · ${ticket}`, `Assunto: ${plan.subject}`, 'Documento de demonstração.'],
  };
  const common = { tenantId: town.tenantId, documentId: facts.id, createdAt: plan.createdAt };
  const large = number === LARGE_NUMBER;
  const first = {
    ...common,
    position: 0,
    name: `${ticket}.pdf`,
    bytes: () => writePdf(large ? { ...page, bytes: LARGE_BYTES } : page),
  };
  if (number === ODT_NUMBER) {
    return [first, { ...common, position: 1, name: 'minuta.odt', bytes: () => writeOdt(page) }];
  }
  if (number === TXT_NUMBER) {
    const text = `${[page.title, ...page.lines].join('\r\n')}\r\n`;
    return [first, { ...common, position: 1, name: 'observações.txt', bytes: () => Buffer.from(text) }];
  }
  return [first];
}

/** Numbers of the documents that carry the large PDF, the .odt and the .txt. */
const LARGE_NUMBER = 3;
const ODT_NUMBER = 4;
const TXT_NUMBER = 5;

function fileOfReply(
  reply: { event: PlannedEvent; id: number },
  facts: { town: Town; documentId: number },
): FileToSeed {
  return {
    tenantId: facts.town.tenantId,
    documentId: facts.documentId,
    interactionId: reply.id,
    position: 0,
    name: 'relatório.pdf',
    createdAt: reply.event.at,
    bytes: () => writePdf({ title: 'Relatório', lines: [plainTextOf(reply.event.content ?? '')] }),
  };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
