import { describe, expect, it } from 'vitest';
import { BOUND } from '../../../../test/builders/build-older.ts';
import type { ListSearch } from './list-search.ts';
import { olderQueryOf } from './older-query.ts';

const asked = (search: ListSearch, more: { exceptionsOnly?: boolean; scope?: 'mine' | 'others' } = {}) =>
  olderQueryOf(search, { bound: BOUND, exceptionsOnly: false, scope: undefined, userId: 7, ...more });

describe('the question for older documents', () => {
  it.each<[string, ListSearch, Record<string, string | number>]>([
    ['no filter', {}, { to: '2024-11-19' }],
    ['words', { search: 'rua' }, { search: 'rua', to: '2024-11-19' }],
    ['Enviados', { status: 'sent' }, { to: '2024-11-19' }],
    ['Finalizado', { status: 'completed' }, { to: '2024-11-19', status: 'completed' }],
    ['an earlier end', { from: '2024-02-01', to: '2024-03-01' }, { from: '2024-02-01', to: '2024-03-01' }],
    ['a later end', { from: '2024-02-01', to: '2026-01-01' }, { from: '2024-02-01', to: '2024-11-19' }],
    ['the last day', { from: '2024-11-19' }, { from: '2024-11-19', to: '2024-11-19' }],
    [
      'all choices',
      { organization_id: 1, responsible_id: 2, document_subject_id: 3, created_by_me: true, page: 4 },
      { organization_id: 1, responsible_id: 2, document_subject_id: 3, created_by: 7, to: '2024-11-19' },
    ],
    ['an order', { order_by_created_at: 'asc' }, { to: '2024-11-19' }],
  ])('of %s', (_name, search, query) => {
    expect(asked(search)).toEqual(query);
  });

  it('of the two tabs and of the exceptions', () => {
    expect(asked({}, { scope: 'others' })).toEqual({ to: '2024-11-19', scope: 'others' });
    expect(asked({}, { exceptionsOnly: true })).toEqual({ to: '2024-11-19', status: 'exception' });
  });

  it.each<[string, ListSearch]>([
    ['a status that is not Finalizado', { status: 'overdue' }],
    ['deadlines', { due: 'week' }],
    ['what is late', { overdue: true }],
    ['more words than are looked for', { search: 'obra '.repeat(21) }],
    ['a beginning within the copy', { from: '2024-11-20' }],
  ])('is none where all that the filters mean is on the device: %s', (_name, search) => {
    expect(asked(search)).toBeNull();
  });
});
