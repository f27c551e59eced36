import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { dialect, fixedSql } from './json.ts';

it('gives a fragment the same text in a statement', () => {
  const part = sql`d.title, (select ${sql.raw('s.name')} from subjects s)`;
  const whole = (columns: typeof part) => dialect.sqlToQuery(sql`select ${columns} from documents d where d.id = ${7}`);
  expect(whole(fixedSql(part))).toEqual(whole(part));
});

it('refuses a fragment with values, because they would be the same in every statement', () => {
  expect(() => fixedSql(sql`d.id = ${7}`)).toThrow('a fragment with values');
});
