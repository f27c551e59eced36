// The built application with its real server and a town of documents, and two used devices: one of
// a person who sees every document, and one of a person whose tenant has none.

import { PATHS } from '#contract/paths.ts';
import { runningDatabase } from '../../running-database.ts';
import { createTenant } from '#server/operation/tenants.ts';
import { type ApiClient, DEMO_PASSWORD, logInOverHttp } from '../../e2e/api-client.ts';
import { Device } from '../../e2e/device.ts';
import { prepareServer, type RealServer } from '../../e2e/real-server.ts';
import { eventually } from '../../e2e/within.ts';
import { PHONE } from './opened.ts';

export type AppTown = {
  readonly server: RealServer;
  /** Sees every document of the town. */
  readonly person: { readonly email: string; readonly userId: number; readonly organizationId: number };
  readonly zone: string;
  /** Used devices, closed: one with the whole town, one of a tenant without documents. */
  readonly full: Device;
  readonly empty: Device;
  /** Another person, who creates documents. */
  readonly author: ApiClient;
};

const EMPTY = { name: 'Prefeitura sem documentos', acronym: 'VAZIA', email: 'admin@vazia.example' };
const PERSON = 'admin@pmvi.example';
const AUTHOR = 'campo.defciv@pmvi.example';
const FILL_MS = 600_000;

/** Runs `work` with this many documents, and removes everything afterwards. */
export async function withAppTown(documents: number, work: (town: AppTown) => Promise<void>): Promise<void> {
  const server = await prepareServer({
    DEMO_DOCUMENTS: String(documents),
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  });
  const devices: Device[] = [];
  try {
    await server.start();
    const connection = runningDatabase(server.dataDir);
    const { name, acronym, email } = EMPTY;
    await createTenant(connection, { name, acronym, admin: { name: 'Ana Vazia', email, password: DEMO_PASSWORD } });
    const used = async (who: string): Promise<Device> => {
      const device = await Device.make(server);
      devices.push(device);
      await fill(device, who);
      return device;
    };
    const { user } = await logInOverHttp(server.url, PERSON);
    if (user.organization_id === null) throw new Error('the person has no sector');
    await work({
      server,
      person: { email: PERSON, userId: user.id, organizationId: user.organization_id },
      zone: user.tenant.time_zone,
      full: await used(PERSON),
      empty: await used(email),
      author: await logInOverHttp(server.url, AUTHOR),
    });
  } finally {
    for (const device of devices) await device.dispose();
    await server.dispose();
  }
}

/**
 * Logs in and waits until the whole mirror is on the device, details included, so that a later
 * start has nothing left to fetch.
 */
async function fill(device: Device, email: string): Promise<void> {
  await device.open('/login');
  await device.enter(email, { remember: true });
  await device.readyForOffline();
  await settledInTheEnd(device);
  await withDetails(device);
  for (const path of ['/admin/home', '/admin/manage-documents']) {
    await device.page.setViewportSize(PHONE);
    await device.goto(path);
    await settledInTheEnd(device);
  }
  await device.close();
}

/** The number of pulls in a row without details after which all details count as stored. */
const NO_MORE = 3;

/**
 * Each pull brings some details, and a page pulls when it is online again. This page has loaded the
 * code that applies them.
 */
async function withDetails(device: Device): Promise<void> {
  const asked = () => device.network.passages.filter(({ url }) => url.startsWith(PATHS.syncDocuments)).length;
  let [before, same] = [0, 0];
  await eventually(FILL_MS, {
    doing: 'no more details are wanted',
    ask: async () => {
      await device.page.evaluate(() => dispatchEvent(new Event('online')));
      await device.settled();
      [before, same] = [asked(), asked() === before ? same + 1 : 0];
      return same >= NO_MORE ? true : null;
    },
  });
}

/** Like `settled`, with a limit for thousands of documents and their files. */
export async function settledInTheEnd(device: Device): Promise<void> {
  await eventually(FILL_MS, {
    doing: 'the device is settled',
    ask: async () => {
      await device.settled();
      return true;
    },
  });
}
