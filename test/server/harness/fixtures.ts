// What most files of test/server start from: the server over a database of its own, two town halls,
// and people of the first one who are logged in. A file says with `townPerFile.override('options',
// …)` how its server is started, and binds what it uses: `townPerFile.beforeAll(({ town }) => void
// ({ world, ana } = town));`. Tests are vitest's own `it`, because the lint rules for tests know no
// other.

import { test } from 'vitest';
import { startTestServer, type TestServer, type TestServerOptions } from './harness.ts';
import { arrive, type TestClient } from './test-client.ts';
import { createWorld, type Town, type World } from './world.ts';

export type TestTown = {
  readonly server: TestServer;
  readonly world: World;
  readonly pmvi: Town;
  /** A client that has not logged in. */
  readonly stranger: TestClient;
} & Readonly<Record<'admin' | 'gestor' | 'ana' | 'bia' | 'caio', TestClient>>;

type Ending = { readonly onCleanup: (end: () => Promise<void>) => void };

async function makeTown({ options }: { options: TestServerOptions }, { onCleanup }: Ending): Promise<TestTown> {
  const server = await startTestServer(options);
  const world = await createWorld(server);
  onCleanup(async () => {
    await world.close();
    await server.close();
  });
  const { pmvi } = world;
  const { admin, gestor, ana, bia, caio } = pmvi.people;
  return {
    server,
    world,
    pmvi,
    stranger: await arrive(server.app),
    admin: await world.as(admin),
    gestor: await world.as(gestor),
    ana: await world.as(ana),
    bia: await world.as(bia),
    caio: await world.as(caio),
  };
}

/** One town for all tests of a file; it ends with the file. */
export const townPerFile = test
  .extend('options', { scope: 'file' }, (): TestServerOptions => ({}))
  .extend('town', { scope: 'file' }, ({ options }, ending) => makeTown({ options }, ending));
