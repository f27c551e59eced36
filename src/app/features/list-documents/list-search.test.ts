import { expect, test } from 'vitest';
import { countFilters, filtersOf, isFiltered, listSearch, withoutFilters } from './list-search.ts';

test.each([
  [
    { status: 'overdue', page: 3 },
    { status: 'overdue', page: 3 },
  ],
  [{ status: 'nonsense' }, {}],
  [{ page: 0 }, {}],
  [{ page: -2 }, {}],
  [{ search: 42 }, { search: '42' }],
  [{ search: '  ' }, {}],
  [{ from: '2023-12-31' }, {}],
  [{ from: '2025-02-30' }, {}],
  [{ from: '2026-11-20', to: '2026-11-01' }, {}],
  [
    { from: '2026-11-01', to: '2026-11-20' },
    { from: '2026-11-01', to: '2026-11-20' },
  ],
  [{ organization_id: 'x', responsible_id: 7 }, { responsible_id: 7 }],
  [{ order_by_created_at: 'desc', scope: 'others' }, { scope: 'others' }],
])('%o is read as %o', (raw, read) => {
  expect(listSearch(raw)).toEqual(read);
});

test('the default order is newest first, the default page the first', () => {
  expect(filtersOf({})).toMatchObject({ order: 'desc', page: 1 });
});

test('clearing keeps the tab and the order', () => {
  expect(withoutFilters({ scope: 'others', order_by_created_at: 'asc', status: 'pending', page: 4 })).toEqual({
    scope: 'others',
    order_by_created_at: 'asc',
  });
});

test('"Enviados" is everything, so it is no filter (rule A5)', () => {
  expect(isFiltered({ status: 'sent', page: 2 })).toBe(false);
  expect(isFiltered({ created_by_me: true })).toBe(true);
  expect(countFilters({ status: 'sent', organization_id: 3 })).toBe(1);
});
