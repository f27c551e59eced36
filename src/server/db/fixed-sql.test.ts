import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { dialect, fixedSql } from './fixed-sql.ts';

it('is the text of the fragment, wherever it is put', () => {
  const part = sql`d.title, (select ${sql.raw('s.name')} from subjects s)`;
  const whole = (columns: typeof part) => dialect.sqlToQuery(sql`select ${columns} from documents d where d.id = ${7}`);
  expect(whole(fixedSql(part))).toEqual(whole(part));
});

it('refuses a fragment with values, which would all be those of the first request', () => {
  expect(() => fixedSql(sql`d.id = ${7}`)).toThrow();
});
