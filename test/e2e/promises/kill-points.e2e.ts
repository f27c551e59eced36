// Kill points (test/README.md): who is killed, at which point of which type of command. MALOTE_LONG
// plays the whole table, a landing one row of it.

import type { Device } from '../device.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import type { ActName, People } from '../kills/act.ts';
import { prepareActs } from '../kills/acts.ts';
import { killPulling } from '../kills/pull-round.ts';
import {
  type Cell,
  finish,
  killInParts,
  killQueued,
  killSending,
  makeActs,
  type Round,
  type SendingPoint,
} from '../kills/rounds.ts';
import { type VictimName, VICTIMS, victimOf } from '../kills/victims.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const MINUTE = 60_000;

const EVERY_ACT = [
  'create-document with a file',
  'reply',
  'reply with a date',
  'transfer',
  'complete',
  'reopen',
  'record-view',
  'reassign',
  'create-row',
  'update-row',
  'switch-rows',
  'delete-rows',
] as const satisfies readonly ActName[];
const LARGE = ['create-document in parts', 'reply in parts'] as const satisfies readonly ActName[];

type Table = { readonly round: Round; readonly people: People; readonly device: Device };

/** Makes these acts on the device, which is settled before. */
async function makeSet({ round, people, device }: Table, names: readonly ActName[]) {
  const acts = await prepareActs(people, names);
  await device.goto('/admin/outbox');
  await device.settled(...acts.flatMap(({ documentId: id }) => (id === null ? [] : [{ id }])));
  return makeActs(round, acts);
}

/** Kills with each of these acts at the point. An act that has not met its kill is made anew. */
async function killAll(table: Table, { names, point }: { names: readonly ActName[]; point: SendingPoint }) {
  let left = names;
  while (left.length > 0) {
    const made = await makeSet(table, left);
    left = await killSending(table.round, { made, point });
    await finish(table.round, made);
  }
}

function tell(victim: string, cells: readonly Cell[]): void {
  const points = [...new Set(cells.map(({ point }) => point))];
  for (const point of points) {
    const acts = cells.flatMap((cell) => (cell.point === point ? [cell.act] : []));
    process.stdout.write(`kill points: ${victim} | ${point} | ${acts.length}: ${acts.join(', ')}\n`);
  }
  process.stdout.write(`kill points: ${victim} | ${cells.length} cells\n`);
}

for (const name of VICTIMS)
  test(
    `every type of command has its effect once when the ${name} is killed at each point`,
    { tag: '@long' },
    async ({ usedDevice, apiOf, server }) => {
      test.setTimeout(60 * MINUTE);
      const table = await tableOf(name, { usedDevice, apiOf, server });
      const { round, people } = table;
      await test.step('queued; a page of the pull; sent, lost', async () => {
        const made = await makeSet(table, EVERY_ACT);
        await killQueued(round, made);
        const page = await killPulling(round, { made, people, point: 'pulling' });
        process.stdout.write(`kill points: ${name} | the page of the pull was ${page}\n`);
        const names = await killSending(round, { made, point: 'sent, lost' });
        await finish(round, made);
        await killAll(table, { names, point: 'sent, lost' });
      });
      for (const point of ['sent, late', 'committed, not answered', 'answered, not recorded'] as const)
        await test.step(point, () => killAll(table, { names: EVERY_ACT, point }));
      await test.step('in parts', async () => {
        const made = await makeSet(table, LARGE);
        await killInParts(round, made);
        await finish(round, made);
      });
      tell(name, round.cells);
      expect(round.cells).toHaveLength(6 * EVERY_ACT.length + LARGE.length);
    },
  );

test('three types of command have their effect once when the worker is killed before it hears of them', async ({
  usedDevice,
  apiOf,
  server,
}) => {
  test.skip(LONG, 'the long form plays the whole table, which has this row');
  const table = await tableOf('worker', { usedDevice, apiOf, server });
  const { round } = table;
  const names = ['create-document with a file', 'reply', 'create-row'] as const;
  await killAll(table, { names, point: 'committed, not answered' });
  tell('worker', round.cells);
  expect(round.cells).toHaveLength(3);
});

type Fixtures = Parameters<Parameters<typeof test>[2]>[0];

async function tableOf(
  name: VictimName,
  { usedDevice, apiOf, server }: Pick<Fixtures, 'usedDevice' | 'apiOf' | 'server'>,
): Promise<Table> {
  const author = await apiOf(PEOPLE.admin);
  const people = { author, responsible: await apiOf(PEOPLE.manager), other: await apiOf(PEOPLE.clerk) };
  const device = await usedDevice(PEOPLE.admin, { remember: true });
  await device.settled();
  const victim = await victimOf(name, { device, server });
  return { round: { device, server, author, victim, cells: [] }, people, device };
}
