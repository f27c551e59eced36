import { expect, it } from 'vitest';
import type { ListSearch } from './list-search.ts';
import { proposedName } from './list-searches.tsx';

const names = { organization: 'SEMOB', responsible: 'Bia Souza', subject: 'Sinalização viária', left: '' };

it.each<[ListSearch, string]>([
  [{ created_by_me: true, due: 'ten_days' }, 'Criados por mim, vencendo em 10 dias'],
  [{ overdue: true, organization_id: 3 }, 'Em atraso, SEMOB'],
  [{ status: 'pending', responsible_id: 8, search: 'ponte' }, 'Pendente, com Bia Souza, “ponte”'],
  [{ status: 'sent', order_by_limit_date: 'asc' }, 'Prazo mais próximo'],
])('the name proposed for %o is "%s"', (search, name) => {
  expect(proposedName(search, { names, taken: [] })).toBe(name);
});

it('a taken name gets the next number, and a long one is cut', () => {
  expect(proposedName({ overdue: true }, { names, taken: ['Em atraso', 'Em atraso 2'] })).toBe('Em atraso 3');
  expect(proposedName({ search: 'a'.repeat(200) }, { names, taken: [] })).toHaveLength(60);
});
