// Devices of version 1.0 know 26 permissions and refuse a page with another one (S3).

import { LATER_PERMISSIONS, PERMISSIONS } from '#domain/permissions.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChangesPage } from '#contract/sync.ts';
import { wholeRole } from '#contract/reference-data.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createWorld, type World } from '../harness/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

it('a role on the wire names later permissions apart, and together they are the role’s own', async () => {
  const admin = await world.as(world.pmvi.people.admin);
  const page = (await admin.get('/api/sync/changes')).json<ChangesPage>();
  const roles = page.changes.flatMap((one) => (one.collection === 'roles' && one.op === 'put' ? [one.row] : []));
  const later: ReadonlySet<string> = new Set(LATER_PERMISSIONS);
  expect(roles.length).toBeGreaterThan(3);
  for (const role of roles) expect(role.permissions.filter(({ name }) => later.has(name))).toEqual([]);
  const [whole] = roles.filter((role) => role.name === 'Super Admin').map(wholeRole);
  expect(whole?.permissions.map(({ name }) => name)).toEqual(PERMISSIONS);
});
