// Each SQL statement declares the shape of its rows by a schema. Tests check it on every statement;
// production does not.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

const Wrong = v.object({ answer: v.string() });
const Right = v.object({ answer: v.number() });
const query = sql`select 42 as answer`;

let server: TestServer;
let unchecked: Database;

beforeAll(async () => {
  server = await startTestServer();
  unchecked = await openDatabase({ connection: server.connection, maxConnections: 1 });
});
afterAll(async () => {
  await unchecked.close();
  await server.close();
});

describe('rows of a statement', () => {
  it('rows that do not match the schema of their statement fail a test', async () => {
    await expect(server.database.inTenant(1, (tx) => tx.rowsOf(Wrong, query))).rejects.toThrow(v.ValiError);
    await expect(server.database.onceInTenant(1, (tx) => tx.rowsOf(Wrong, query))).rejects.toThrow(v.ValiError);
    await expect(server.database.inTenant(1, (tx) => tx.lastRowsOf(Wrong, query))).rejects.toThrow(v.ValiError);
    await expect(server.database.onceAsSystem((tx) => tx.rowsOf(Wrong, query))).rejects.toThrow(v.ValiError);
  });

  it('rows that match the schema of their statement are answered', async () => {
    expect(await server.database.inTenant(1, (tx) => tx.rowsOf(Right, query))).toEqual([{ answer: 42 }]);
    expect(await server.database.inTenant(1, (tx) => tx.lastRowsOf(Right, query))).toEqual([{ answer: 42 }]);
  });

  it('rows of a statement are not parsed in production', async () => {
    expect(await unchecked.inTenant(1, (tx) => tx.rowsOf(Wrong, query))).toEqual([{ answer: 42 }]);
  });
});
