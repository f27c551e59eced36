import { listOfNumber, type ReportAnswer, type ReportColumn } from '#contract/reports.ts';
import type { DocumentRow } from '#contract/documents.ts';
import type { StatusFilter } from '#domain/status.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { keepReport, keptReport } from '../keep/reports.ts';
import type { Mirror } from '../store/schema.ts';
import { deviceReport } from './device-report.ts';
import { listDocuments } from './list-documents.ts';

const { ana } = PEOPLE;
const { works, traffic } = SECTORS;
const here = { today: '2026-11-20', zone: 'America/Sao_Paulo' };
const DAYS = { from: '2026-11-01', to: '2026-11-20' };

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  const rows: Partial<DocumentRow>[] = [
    {
      stored_status: 'under_review',
      limit_date: '2026-11-19',
      organizations: [works],
      created_at: '2026-11-02T12:00:00.000Z',
    },
    { stored_status: 'pending', limit_date: '2026-11-20', organizations: [works, traffic], is_exception: true },
    { stored_status: 'completed', limit_date: '2026-11-01', organizations: [traffic], is_exception: true },
    // 23:30 of 31 October in the tenant's zone.
    {
      stored_status: 'extended',
      limit_date: '2026-12-01',
      organizations: [traffic],
      created_at: '2026-11-01T02:30:00.000Z',
    },
  ];
  const created_at = '2026-11-05T12:00:00.000Z';
  await applyPage(
    mirror,
    buildPage(rows.map((row, at) => putDocument(buildDocumentRow({ created_at, ...row, id: at + 1, rev: at + 10 })))),
  );
});
afterEach(async () => {
  await mirror.delete();
});

const report = (name: 'load' | 'exceptions', organizationId: number | null = null): Promise<ReportAnswer | null> =>
  deviceReport(mirror, { report: name, ...DAYS, organizationId, ...here, nowMs: 0, ofPeople: false });

/** The length of the list that a number opens on this device. */
async function listed(column: ReportColumn, answer: ReportAnswer, id: number | null): Promise<number> {
  const row = id === null ? null : { kind: 'sector' as const, id };
  const address = listOfNumber(column, { ...answer, row });
  const filters = {
    order: 'desc',
    page: 1,
    status: address?.['status'] as StatusFilter | undefined,
    organizationId: address?.['organization_id'] as number | undefined,
    from: address?.['from'] as string | undefined,
    to: address?.['to'] as string | undefined,
  } as const;
  const person = { userId: ana.id, superAdmin: false, acronym: 'PMVI' };
  return (await listDocuments(mirror, { filters, person, ...here })).total;
}

it('counts what is open and late by sector, and once in the total, as the lists of this device do', async () => {
  const answer = await report('load');
  if (answer === null) throw new Error('the device can count what is open');
  const numbers = answer.rows.map(({ id, values }) => [id, values['open'], values['late']]);
  expect(new Set(numbers)).toEqual(
    new Set([
      [works.id, 2, 1],
      [traffic.id, 2, 0],
    ]),
  );
  expect(answer.total).toEqual({ open: 3, late: 1, oldest: '2026-10-31' });
  for (const { id, values } of [...answer.rows, { id: null, values: answer.total }])
    for (const column of ['open', 'late'] as const) expect(await listed(column, answer, id)).toBe(values[column]);
});

it('counts exceptions by the day of the tenant', async () => {
  const answer = await report('exceptions');
  expect(answer?.total).toEqual({ exceptions: 2, received: 3, exceptions_share: 66.7 });
  expect((await report('exceptions', works.id))?.total).toMatchObject({ exceptions: 1, received: 2 });
});

it('knows no times, and keeps the server’s last answers by their questions', async () => {
  const times = { report: 'times' as const, ...DAYS, organizationId: null, ...here, nowMs: 0, ofPeople: false };
  expect(await deviceReport(mirror, times)).toBeNull();
  const answer = await report('load');
  if (answer === null) throw new Error('the device can count what is open');
  for (let question = 0; question < 12; question += 1)
    await keepReport(mirror, { question: String(question), answer: { ...answer, organization_id: question + 1 } });
  expect((await keptReport(mirror, '11'))?.organization_id).toBe(12);
  expect(await keptReport(mirror, '1')).toBeNull();
});
