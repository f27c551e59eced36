import { expect, it } from 'vitest';
import { buildSubject, buildUser, PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW } from '../../../test/builders/moments.ts';
import { rowMade, withFields } from './row-fields.ts';

const sectors = new Map([[1, SECTORS.works]]);
const at = NOW;

it('a row that is made is active and whole, unless its author says otherwise', () => {
  const alert = { title: 'Chuva', description: 'Forte', limit_date: '2026-12-01' };
  expect(rowMade('alerts', { fields: alert, sectors, at })).toEqual({ ...alert, status: 'active' });
  expect(rowMade('alerts', { fields: { ...alert, status: 'inactive' }, sectors, at }).status).toBe('inactive');
  const subject = {
    name: 'Obras',
    status: 'active',
    submission_start_day: null,
    submission_end_day: null,
    exempt_submission_date_organizations: [],
    deleted: false,
  };
  expect(rowMade('document_subjects', { fields: { name: 'Obras' }, sectors, at })).toEqual(subject);
  const closed = rowMade('document_subjects', { fields: { name: 'Obras', status: 'inactive' }, sectors, at });
  expect(closed.status).toBe('inactive');
  const model = { name: 'Ofício', description: '', type: 'document_model', file_mime_type: 'pdf' } as const;
  expect(rowMade('models', { fields: { ...model, organization_ids: [1, 5, 1] }, sectors, at })).toEqual({
    ...model,
    status: 'active',
    organizations: [SECTORS.works, { id: 5, name: '', acronym: '' }],
    files: [],
    created_at: NOW,
  });
});

it('a change of an alert or a model leaves alone what it does not name', () => {
  const alert = {
    id: 1,
    rev: 2,
    ...rowMade('alerts', { fields: { title: 'a', description: 'b', limit_date: '2026-12-01' }, sectors, at }),
  };
  expect(withFields('alerts', { row: alert, fields: { title: 'c' }, sectors })).toEqual({ ...alert, title: 'c' });
  const files = [{ id: 4, name: 'a.pdf', mime_type: 'application/pdf', size: 1, url: '' }];
  const model = {
    ...rowMade('models', {
      fields: { name: 'a', description: '', type: 'document_model', file_mime_type: 'pdf', organization_ids: [1] },
      sectors,
      at,
    }),
    files: files as never,
  };
  expect(withFields('models', { row: model, fields: { name: 'b' }, sectors })).toEqual({ ...model, name: 'b' });
});

it('a sector that is made is active unless its author says otherwise', () => {
  const fields = { name: 'Habitação', acronym: 'SEHAB' };
  const made = { ...fields, status: 'active', deleted: false };
  expect(rowMade('organizations', { fields, sectors, at })).toEqual(made);
  const off = rowMade('organizations', { fields: { ...fields, status: 'inactive' }, sectors, at });
  expect(off).toEqual({ ...made, status: 'inactive' });
});

it('a change leaves the sectors of a subject, a model or a person alone, or gives them others', () => {
  const subject = buildSubject({ exempt_submission_date_organizations: [SECTORS.archive] });
  expect(withFields('document_subjects', { row: subject, fields: { name: 'Praças' }, sectors })).toEqual({
    ...subject,
    name: 'Praças',
  });
  const fields = { name: 'a', description: '', type: 'document_model', file_mime_type: 'pdf' } as const;
  const model = rowMade('models', { fields: { ...fields, organization_ids: [5] }, sectors, at });
  const moved = withFields('models', { row: model, fields: { organization_ids: [1] }, sectors });
  expect(moved).toEqual({ ...model, organizations: [SECTORS.works] });
  const { id: _id, rev: _rev, ...bia } = buildUser(PEOPLE.bia);
  expect(withFields('users', { row: bia as never, fields: { name: 'Beatriz' }, sectors })).toEqual({
    ...bia,
    name: 'Beatriz',
  });
});
