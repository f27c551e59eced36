// The first sync after a login, and a document of somebody else on the open list.

import { PATHS } from '#contract/paths.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import { createOverHttp } from '../../e2e/api-client.ts';
import { Device } from '../../e2e/device.ts';
import { samplePdf } from '../../e2e/sample-files.ts';
import { bench, opened } from './opened.ts';
import { HOME, LIST } from './starts.ts';
import { type AppTown, settledInTheEnd } from './town.ts';

/** Milliseconds; `everything` counts from the answer to the login, `firstRows` from the first answer with rows. */
export type FirstSync = {
  readonly everything: number;
  readonly withoutStore: number;
  readonly firstRows: number;
  readonly longTasks: number;
  readonly longest: number;
};

/** A new device of a person with everything. */
export async function firstSync({ server, person }: AppTown, rate: number): Promise<FirstSync> {
  const device = await Device.make(server);
  try {
    const { page } = await opened(device, { path: '/login', rate, awaited: HOME.full, offline: false });
    await device.enter(person.email);
    const end = await bench(page, (own, userId) => own.everything(userId), person.userId);
    const rows = await bench(page, (own) => own.started);
    const answers = await bench(
      page,
      (own, paths) => ({ login: own.answered(paths.login), rows: own.answered(paths.changes) }),
      { login: PATHS.login, changes: PATHS.changes },
    );
    const tasks = await bench(page, (own) => own.longTasks);
    const { login } = answers;
    if (login === null || answers.rows === null) throw new Error('the answers of the server were not seen');
    const during = tasks.filter(({ at, ms }) => at + ms > login && at < end).map(({ ms }) => ms);
    return {
      everything: end - login,
      firstRows: rows - answers.rows,
      longTasks: during.length,
      longest: Math.max(0, ...during),
      withoutStore: await bench(page, (own) => own.withoutStore()),
    };
  } finally {
    await device.dispose();
  }
}

/** Milliseconds from the server's answer to another person's creation until it was painted in the open list. */
export async function arrival(town: AppTown, rate: number): Promise<number> {
  const device = town.full;
  const { page } = await opened(device, { ...LIST, rate, awaited: LIST.full, offline: false });
  await bench(page, (own) => own.started);
  await settledInTheEnd(device);
  const title = `Chegada ao vivo ${Date.now()}`;
  await bench(page, (own, text) => own.expect({ present: 'main [data-row]', text, absent: 'none' }), title);
  await create(town, title);
  const answeredAt = Date.now();
  const shownAt = await bench(page, async (own) => performance.timeOrigin + (await own.expected()));
  await device.close();
  return shownAt - answeredAt;
}

/** Addressed to the person whose list is open. */
export async function create({ author, person, zone }: AppTown, title: string): Promise<void> {
  await createOverHttp(author, {
    title,
    limitDate: addDays(dayAt(Date.now(), zone), 10),
    organizationId: person.organizationId,
    userId: person.userId,
    files: [samplePdf('ofício.pdf', 2_000)],
  });
}
