// Sessions and links that were issued while the server's clock ran ahead do not last as long as it
// was ahead.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { removeExpired } from '#server/jobs/maintenance.ts';
import { issuePasswordReset } from '#server/sessions/password-reset.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { arrive } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const DAY_MS = 86_400_000;
const AHEAD_MS = 400 * DAY_MS;
const EMAIL = 'ana@pmvi.example';

let server: TestServer;
let world: World;
let aheadMs = 0;
beforeAll(async () => {
  server = await startTestServer({ clock: () => Date.now() + aheadMs });
  world = await createWorld(server);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

/** What `work` does while the clock is ahead. */
async function whileAhead<T>(work: () => Promise<T>, byMs = AHEAD_MS): Promise<T> {
  aheadMs = byMs;
  try {
    return await work();
  } finally {
    aheadMs = 0;
  }
}

it('a session that began or was used then ends as others do, once the server has cleaned up', async () => {
  const { ana, bia } = world.pmvi.people;
  const kept = await world.as(bia);
  const begun = await whileAhead(() => world.as(ana));
  const statuses = () => Promise.all([kept, begun].map(async (client) => (await client.get(PATHS.user)).statusCode));
  await removeExpired({ database: server.database, clock: server.services.clock });
  expect(await statuses()).toEqual([200, 200]);
  const { sessions } = (await begun.get(PATHS.ownSessions)).json<{ sessions: { began_at: string }[] }>();
  expect(sessions.every((one) => Date.parse(one.began_at) <= server.services.clock())).toBe(true);
  expect(await whileAhead(statuses, 31 * DAY_MS)).toEqual([401, 401]);
});

it('links of that time are over, and do not take the place of the new one', async () => {
  const { id: userId, tenantId } = world.pmvi.people.ana;
  const issue = async (): Promise<string> => {
    const issued = await issuePasswordReset(server.database, { tenantId, userId, now: server.services.clock() });
    if (issued === null) throw new Error('the account is there');
    return issued.token;
  };
  const stranger = await arrive(server.app);
  const reset = async (token: string): Promise<number> => {
    const password = 'uma senha bem longa';
    const body = { email: EMAIL, token, password, password_confirmation: password };
    return (await stranger.send('POST', '/reset-password', body)).statusCode;
  };
  const far = await whileAhead(async () => [await issue(), await issue(), await issue()]);
  const own = await issue();
  for (const token of far) expect(await reset(token)).toBe(422);
  expect(await reset(own)).toBe(200);
});
