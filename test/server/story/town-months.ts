// A town hall that works for weeks over HTTP: some of its people create, open, answer, transfer,
// extend, complete and reopen documents, some of it without network and hours late.

import type { DocumentFull } from '#contract/documents.ts';
import { addDays, type CalendarDay, dayAt } from '#domain/dates.ts';
import { randomUUID } from 'node:crypto';
import type { Dice } from '../bodies/fuzz-values.ts';
import { enter } from '../harness/enter.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import type { OpenApp } from '../harness/open-app.ts';
import type { TestClient } from '../harness/test-client.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

export type Worker = { readonly id: number; readonly tenantId: number; readonly sector: number };

/** What a worker did, as that worker's own notebook would have it. */
export type Ledger = {
  /** Documents that were opened by a person, as `person document`. */
  readonly views: Set<string>;
  /** Files that were handed out, `person document` each. */
  readonly files: string[];
  /** Attempts out of sight, `person document`. */
  readonly refused: Set<string>;
  /** How often each act was accepted. */
  readonly accepted: Map<string, number>;
};

type Months = {
  readonly server: Pick<OpenApp, 'app' | 'services'>;
  readonly clock: { nowMs: number };
  readonly dice: Dice;
  readonly workers: readonly Worker[];
  readonly subjects: readonly number[];
  readonly zone: string;
  readonly weeks: number;
  readonly actsADay: number;
};

/** `people`: who created it and who is responsible now. */
type SentDocument = {
  readonly id: number;
  readonly file: number;
  readonly creator: number;
  people: readonly number[];
  limit: CalendarDay;
};

/**
 * Lets the weeks pass from the clock's now on. Throws an error for an answer that is neither an
 * effect nor one of the law's refusals.
 */
export async function workFor(months: Months): Promise<Ledger> {
  const { clock, dice, workers } = months;
  const ledger: Ledger = { views: new Set(), files: [], refused: new Set(), accepted: new Map() };
  const documents: SentDocument[] = [];
  for (let week = 0; week < months.weeks; week += 1) {
    const monday = clock.nowMs;
    const clients = new Map<number, TestClient>();
    // A session of last Friday, so that what is done without network is believed (rule A4).
    for (const worker of workers) clients.set(worker.id, await enter(months.server, worker));
    for (let day = 0; day < 7; day += 1) {
      for (let act = 0; act < months.actsADay; act += 1) {
        clock.nowMs = monday + day * DAY_MS + 8 * HOUR_MS + dice.below(15 * 60) * MINUTE_MS;
        await actOnce({ ...months, ledger, documents, clients, monday });
      }
    }
    clock.nowMs = monday + 7 * DAY_MS;
  }
  return ledger;
}

type Working = Months & {
  readonly ledger: Ledger;
  readonly documents: SentDocument[];
  readonly clients: ReadonlyMap<number, TestClient>;
  readonly monday: number;
};
type Acting = Working & { readonly worker: Worker; readonly client: TestClient };

async function actOnce(working: Working): Promise<void> {
  const { dice, documents, workers, clients } = working;
  const as = (worker: Worker): Acting => {
    const client = clients.get(worker.id);
    if (client === undefined) throw new Error(`no session of person ${worker.id}`);
    return { ...working, worker, client };
  };
  if (documents.length < 3 || dice.once(4)) return create(as(dice.pick(workers)));
  const document = dice.pick(documents);
  const concerned = workers.filter(({ id }) => id === document.creator || document.people.includes(id));
  const acting = as(dice.once(4) ? dice.pick(workers) : dice.pick(concerned));
  const act = dice.below(12);
  if (act < 2) return fetchFile(acting, document);
  if (act < 4) return view(acting, document);
  await change(acting, document, act);
}

async function view(acting: Acting, { id }: SentDocument): Promise<void> {
  const { dice, client, worker, ledger } = acting;
  const payload = { offline: dice.once(4) };
  const answer = await client.inject({
    method: 'POST',
    url: `/api/documents/${id}/views`,
    payload,
    headers: late(acting),
  });
  if (told(answer, { act: 'view', ledger })) ledger.views.add(`${worker.id} ${id}`);
  else ledger.refused.add(`${worker.id} ${id}`);
}

async function create(acting: Acting): Promise<void> {
  const { dice, workers, client, documents, ledger, zone } = acting;
  const to = dice.pick(workers);
  const limit = addDays(dayAt(acting.clock.nowMs, zone), dice.below(25));
  const form = multipart(
    [
      ['document_subject_id', String(dice.pick(acting.subjects))],
      ['type', 'general_document'],
      ['organization_ids[]', String(to.sector)],
      ['user_ids[]', String(to.id)],
      ['title', `Ofício ${documents.length + 1}`],
      ['physical_document_number', `Ofício nº ${documents.length + 1}`],
      ['limit_date', limit],
      ['content', '<p>Segue o ofício.</p>'],
    ],
    [{ name: 'oficio.pdf', content: smallPdf(String(documents.length)) }],
  );
  const headers = { ...form.headers, ...late(acting) };
  const answer = await client.inject({ method: 'POST', url: '/api/documents', payload: form.payload, headers });
  if (!told(answer, { act: 'creation', ledger })) return;
  const made = answer.json<{ document: DocumentFull }>().document;
  const people = [to.id];
  documents.push({ id: made.id, file: made.files[0]?.id ?? 0, creator: acting.worker.id, people, limit });
}

async function fetchFile({ client, worker, ledger }: Acting, { id, file }: SentDocument): Promise<void> {
  const answer = await client.get(`/api/documents/get-file-content/${file}`);
  if (told(answer, { act: 'file', ledger })) ledger.files.push(`${worker.id} ${id}`);
  else ledger.refused.add(`${worker.id} ${id}`);
}

async function change(acting: Acting, document: SentDocument, act: number): Promise<void> {
  const { dice, workers, client, ledger, clock, zone, worker } = acting;
  const today = dayAt(clock.nowMs, zone);
  const to = dice.pick(workers);
  const later = addDays(document.limit > today ? document.limit : today, 1 + dice.below(12));
  const [name, body]: [string, object] =
    act < 6
      ? ['reply', { content: '<p>Ciente.</p>' }]
      : act < 8
        ? ['transfer', { responsible_ids: [to.id], organization_ids: [to.sector] }]
        : act === 8
          ? ['extension', { limit_date: later }]
          : act < 11
            ? ['completion', { status: 'completed' }]
            : ['reopening', { status: 'under_review', limit_date: later }];
  const url = `/api/documents/${document.id}`;
  const answer = await client.inject({ method: 'PATCH', url, payload: body, headers: late(acting) });
  if (told(answer, { act: name, ledger })) {
    const now = answer.json<{ document?: DocumentFull }>().document;
    if (now === undefined) return;
    document.limit = now.limit_date;
    document.people = now.responsibles.map(({ id }) => id);
    return;
  }
  // The law's answers about a document in sight are no attempt out of it.
  if (answer.statusCode === 404 || answer.statusCode === 403) ledger.refused.add(`${worker.id} ${document.id}`);
}

/** Every third command waited on its device, for up to a day and a half. */
function late({ dice, clock, monday }: Acting): Record<string, string> {
  const key = { 'idempotency-key': randomUUID() };
  if (!dice.once(3)) return key;
  const done = Math.max(monday + MINUTE_MS, clock.nowMs - dice.below(36 * 60) * MINUTE_MS);
  return { ...key, 'x-performed-at': new Date(done).toISOString() };
}

type Answer = { readonly statusCode: number; readonly body: string };

/** Whether it had its effect. The law refuses by these answers, and by no others. */
function told({ statusCode, body }: Answer, { act, ledger }: { act: string; ledger: Ledger }): boolean {
  const isDone = statusCode === 200 || statusCode === 201;
  if (!isDone && ![403, 404, 409, 422].includes(statusCode)) throw new Error(`${act} answered ${statusCode}: ${body}`);
  if (isDone) ledger.accepted.set(act, (ledger.accepted.get(act) ?? 0) + 1);
  return isDone;
}
