// The calendar of a town, the limit that a subject offers, and the chief of a sector.

import { describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { idsOf, newDevice, pull } from '../harness/pull.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town } from '../harness/world.ts';

let pmvi: Town;
let admin: TestClient;

townPerFile.beforeAll(({ town }) => void ({ pmvi, admin } = town));

const url = '/api/holidays';
const made = async (fields: object) => {
  const answer = await admin.send('POST', url, { name: 'Padroeiro', kind: 'municipal', ...fields });
  expect(answer.statusCode).toBe(201);
  return answer.json().holiday;
};

describe('a day of the calendar', () => {
  it('is added, changed field by field, and taken away', async () => {
    const sector = pmvi.sectors.SEMED;
    const day = await made({ day: '2027-06-24', name: '  São João ', exempt_organization_ids: [sector] });
    expect(day).toMatchObject({ day: '2027-06-24', name: 'São João', exempt_organization_ids: [sector] });
    const changed = await admin.send('PUT', url, { holiday_ids: [day.id], kind: 'optional' });
    expect(changed.json().holiday).toEqual({ ...day, kind: 'optional', rev: expect.any(Number) });
    const none = await admin.send('PUT', url, { holiday_ids: [day.id], exempt_organization_ids: [] });
    expect(none.json().holiday.exempt_organization_ids).toEqual([]);
    expect((await admin.send('DELETE', url, { holiday_ids: [day.id] })).statusCode).toBe(200);
    expect((await admin.get(`${url}/${day.id}`)).statusCode).toBe(404);
    expect((await made({ day: '2027-06-24' })).id).not.toBe(day.id);
  });

  it('has one row', async () => {
    const first = await made({ day: '2027-01-25' });
    const other = await made({ day: '2027-01-26' });
    const again = await admin.send('POST', url, { day: '2027-01-25', name: 'Outro', kind: 'optional' });
    expect(again.statusCode).toBe(422);
    expect(Object.keys(again.json().errors)).toEqual(['day']);
    const moved = await admin.send('PUT', url, { holiday_ids: [other.id], day: first.day });
    expect(moved.statusCode).toBe(422);
    expect(Object.keys(moved.json().errors)).toEqual(['day']);
  });

  it.each([
    ['a day that is none', { day: '2027-02-30' }, 'day'],
    ['a kind of the year', { kind: 'national' }, 'kind'],
    ['no name', { name: ' ' }, 'name'],
    ['a sector of another town', { exempt_organization_ids: [900_000] }, 'exempt_organization_ids'],
  ])('%s is refused', async (_what, fields, field) => {
    const answer = await admin.send('POST', url, { day: '2027-03-01', name: 'Dia', kind: 'optional', ...fields });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  it('comes to devices, and goes from them', async () => {
    const day = await made({ day: '2027-09-08' });
    const device = newDevice();
    expect(idsOf(await pull(admin, device), 'holidays')).toContain(day.id);
    await admin.send('DELETE', url, { holiday_ids: [day.id] });
    expect(idsOf(await pull(admin, device), 'holidays')).not.toContain(day.id);
  });
});

describe('what a subject offers as a limit', () => {
  const subjects = '/api/document-subjects';

  it('is kept with the subject, and taken away by null', async () => {
    const fields = { name: 'Obras', default_days: 10, working: true };
    const { document_subject: subject } = (await admin.send('POST', subjects, fields)).json();
    expect(subject).toMatchObject({ default_days: 10, working: true });
    const body = { document_subject_ids: [subject.id], default_days: null };
    expect((await admin.send('PUT', subjects, body)).json().document_subject).toMatchObject({
      default_days: null,
      working: true,
    });
    const plain = (await admin.send('POST', subjects, { name: 'Outro' })).json().document_subject;
    expect(plain).toMatchObject({ default_days: null, working: false });
  });

  it.each([0, -1, 366, 1.5])('is not %s days', async (days) => {
    const answer = await admin.send('POST', subjects, { name: 'Obras', default_days: days });
    expect(Object.keys(answer.json().errors)).toEqual(['default_days']);
  });
});

describe('the chief of a sector', () => {
  const sectors = '/api/organizations';
  const chiefOf = async (sector: number, chief: number | null) =>
    admin.send('PUT', sectors, { organization_ids: [sector], chief_user_id: chief });

  it('is an active person of the sector', async () => {
    const { SEMOB, SEMED } = pmvi.sectors;
    const { id } = pmvi.people.ana;
    expect((await chiefOf(SEMOB, id)).json().organization).toMatchObject({ chief_user_id: id });
    expect(Object.keys((await chiefOf(SEMED, id)).json().errors)).toEqual(['chief_user_id']);
    expect((await chiefOf(SEMOB, null)).json().organization).toMatchObject({ chief_user_id: null });
    await admin.send('PATCH', '/api/users', { user_ids: [id], status: 'inactive' });
    expect(Object.keys((await chiefOf(SEMOB, id)).json().errors)).toEqual(['chief_user_id']);
  });
});
