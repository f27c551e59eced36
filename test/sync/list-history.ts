// One history of faults on devices whose server has the product's own calls alone (S106, S113): two
// people, each with a mirror, a server whose pages drift, and a network that loses requests and
// answers, fails, and holds requests up for less than the half minute that the page of promises
// allows. The oracle compares what each device says is registered with what the server has.

import { completeDocument } from '#commands/documents/complete-document.ts';
import { respond } from '#commands/documents/respond.ts';
import { createRow } from '#commands/reference/create-row.ts';
import { updateRow } from '#commands/reference/update-row.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { assertFolded } from '../builders/open-test-mirror.ts';
import { createDice, type Dice } from '../fakes/dice.ts';
import { addDocument, type Town } from '../fakes/list-server/town.ts';
import { create, reply } from './list-acts.ts';
import { closeTowns, type Fate, type ListDevice, type ListParts, town } from './list-device.ts';

/** A bug to plant in the parts of every device. */
export type ListPlant = (parts: ListParts) => ListParts;

type PlayedTown = Awaited<ReturnType<typeof town>>;
type Play = {
  readonly at: PlayedTown;
  readonly devices: readonly ListDevice[];
  readonly dice: Dice;
  gestures: number;
  /** Faults found after a walk. */
  readonly broken: string[];
};

const PEOPLE = [1, 2] as const;
/** Is there before, and made again. */
const SECTOR = { name: 'Saúde', acronym: 'SEMSA' };
const STEPS = 24;
/**
 * After the last step the network is whole: this many drains are enough for everything that waits
 * for time.
 */
const DRAINS = 60;
/** Longer than any wait of a command that the network alone delays. */
const HELD_UP_MS = 29_000;
/** Longer than any rest between two walks. */
const PAST_ANY_REST_MS = 3_600_000;

/** Plays the history of this seed; returns the broken promises, in words. */
export async function playLists(seed: number, plant?: ListPlant): Promise<string[]> {
  const dice = createDice(seed);
  const at = await town();
  at.town.perPage = 2 + dice.below(3);
  at.town.sectors.push({ id: 19, ...SECTOR, status: 'active' });
  for (let count = 0; count < 4; count += 1) addDocument(at.town, { responsibles: [2], created_by: 1 });
  const broken: string[] = [];
  try {
    const devices: ListDevice[] = [];
    for (const person of PEOPLE) devices.push(await at.device(person, plant));
    for (const device of devices) await device.pull();
    const play: Play = { at, devices, dice, gestures: 0, broken };
    for (const device of devices) device.way.fate = fateOf(dice);
    for (let step = 0; step < STEPS; step += 1) await stepOf(play);
    for (const device of devices) await end(play, device);
    for (const device of devices) await walkAgain(play, device);
    const all: OutboxCommand[] = [];
    for (const [place, device] of devices.entries()) {
      broken.push(...(await wrongOn(device, { of: at.town, person: PEOPLE[place] ?? 0 })));
      all.push(...(await device.mirror.commands.toArray()));
    }
    broken.push(...sectorsWrong(all, at.town));
  } catch (error) {
    broken.push(`I8: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await closeTowns();
  }
  return broken;
}

function fateOf(dice: Dice): (request: string) => Fate {
  return (request) => {
    const isWrite = request.startsWith('POST /api/');
    const fate = dice.weighted({
      passes: 60,
      'request-lost': 12,
      'answer-lost': 14,
      trouble: 6,
      held: isWrite ? 12 : 0,
    });
    return fate === 'held' ? 1_000 + dice.below(HELD_UP_MS - 1_000) : fate;
  };
}

async function stepOf(play: Play): Promise<void> {
  const { at, devices, dice } = play;
  const device = dice.pick(devices);
  switch (dice.weighted({ act: 40, drain: 30, pull: 10, pass: 20, other: 8, switch: 5, drift: 5 })) {
    case 'act':
      return act(play, device);
    case 'drain':
      return void (await device.drain());
    case 'pull':
      return walk(play, device);
    case 'pass':
      return at.pass(1_000 + dice.below(60_000));
    case 'other':
      // Another person's work moves the pages.
      return void addDocument(at.town, { created_by: 3, responsibles: [1], title: 'De outra pessoa' });
    case 'drift':
      return drift(play, device);
    case 'switch': {
      // For a while the browser's session is another person's.
      const { userId } = device.jar;
      device.jar.userId = 3;
      await device.drain();
      device.jar.userId = userId;
    }
  }
}

/** A new gesture, or now and then an exact repetition of an earlier one. */
async function act(play: Play, device: ListDevice): Promise<void> {
  const { dice } = play;
  if (!dice.chance(0.2)) play.gestures += 1;
  const text = `gesto ${play.gestures}`;
  const { context, mirror } = device;
  const documents = (await mirror.documents.toArray()).filter((one) => one.gone !== true);
  const documentKey = documents.length === 0 ? '' : dice.pick(documents).key;
  const kind = dice.weighted({ create: 25, reply: 45, complete: 5, sector: 15, rename: 10 });
  // A gesture that the device's rules refuse makes no command.
  if (kind === 'create') await create(device, text);
  if (kind === 'reply') await respond(context, { ...reply, documentKey, content: `<p>${text}</p>` });
  if (kind === 'complete') await completeDocument(context, { documentKey });
  if (kind === 'sector') {
    // Rows name no author, so equal rows of two people could not be told apart: each person makes
    // different ones.
    const person = device.jar.userId;
    const isKnown = person === PEOPLE[0] && dice.chance(0.5);
    const fields = isKnown ? SECTOR : { name: text, acronym: `S${play.gestures}P${person}` };
    await createRow(context, { collection: 'organizations', fields });
  }
  if (kind === 'rename') {
    const seen = { title: (await mirror.alerts.get(41))?.title ?? '' };
    await updateRow(context, { collection: 'alerts', key: 's:41', seen, fields: { title: text } });
  }
}

/**
 * The network is whole again and the person is logged in: all commands that wait for time are sent.
 */
async function end({ at }: Play, device: ListDevice): Promise<void> {
  device.way.fate = () => 'passes';
  await at.pass(HELD_UP_MS);
  await device.parts.connection.loggedIn(at.clock.now());
  for (let drains = 0; drains < DRAINS; drains += 1) {
    const { nextDueMs } = await device.drain();
    if (nextDueMs === null) break;
    await at.pass(Math.max(1_000, nextDueMs - at.clock.now()));
  }
}

/** Documents that two walks in a row did not meet are dropped, and all others have arrived. */
async function walkAgain(play: Play, device: ListDevice): Promise<void> {
  for (let walks = 0; walks < 3; walks += 1) {
    play.at.rest();
    await walk(play, device);
  }
}

/**
 * A pull. What the device had and the server has is there afterwards, also where pages moved while
 * they were walked.
 */
async function walk({ at, broken }: Play, device: ListDevice): Promise<void> {
  const before = await idsOn(device);
  await device.pull();
  const [after, there] = [new Set(await idsOn(device)), new Set(at.town.documents.map(({ id }) => id))];
  const dropped = before.filter((id) => there.has(id) && !after.has(id));
  if (dropped.length > 0) broken.push(`I8: a walk dropped ${dropped.join()}, which the server has`);
}

async function idsOn({ mirror }: ListDevice): Promise<number[]> {
  const documents = (await mirror.documents.toArray()).filter((one) => one.gone !== true);
  return documents.flatMap(({ serverId }) => serverId ?? []);
}

/**
 * A document goes out of sight while the device walks: what stood first on the next page stands
 * last on the one that was read, and this walk does not meet it. Then each device walks twice
 * undisturbed, because a document that two walks in a row miss is dropped, and comes back with the
 * third.
 */
async function drift(play: Play, device: ListDevice): Promise<void> {
  const { at, devices } = play;
  const fates = devices.map(({ way }) => way.fate);
  for (const { way } of devices) way.fate = () => 'passes';
  await at.pass(PAST_ANY_REST_MS);
  const passing = addDocument(at.town, { created_by: 3, responsibles: [1], title: 'De passagem' });
  const go = () => {
    at.town.documents = at.town.documents.filter((one) => one !== passing);
  };
  at.server.before = (request) => {
    if (request === 'GET /api/documents?page=2') go();
  };
  await walk(play, device);
  at.server.before = () => undefined;
  go();
  for (const [place, each] of devices.entries()) {
    for (let walks = 0; walks < 2; walks += 1) {
      await at.pass(PAST_ANY_REST_MS);
      await walk(play, each);
    }
    each.way.fate = fates[place] ?? each.way.fate;
  }
}

async function wrongOn(device: ListDevice, { of, person }: { of: Town; person: number }): Promise<string[]> {
  const { mirror } = device;
  const wrong: string[] = [];
  const commands = await mirror.commands.orderBy('seq').toArray();
  for (const { state, type, lastError } of commands) {
    const isOver = state === 'done' || state === 'refused' || state === 'conflict';
    if (!isOver) wrong.push(`I7: ${type} is still ${state} (${lastError?.class ?? 'no error'})`);
  }
  const done = commands.filter(({ state }) => state === 'done');
  // Nothing is called registered that is not there, nothing is there twice, and all of it is its
  // author's.
  const own = of.documents.filter((one) => one.created_by === person && one.title.startsWith('gesto '));
  const made = done.flatMap((one) => (one.type === 'create-document' ? one.payload.title : []));
  wrong.push(...differences('I2: documents', { said: made, there: own.map(({ title }) => title) }));
  const replies = of.documents.flatMap((one) =>
    one.replies.filter(({ by }) => by === person).map(({ content }) => content),
  );
  const said = done.flatMap((one) => (one.type === 'respond' ? one.payload.content : []));
  wrong.push(...differences('I2: replies', { said, there: replies }));
  wrong.push(...outOfOrder(done, { of, person }));
  const held = new Set(of.documents.map(({ id }) => id));
  for (const { receipt, type } of done) {
    const id = receipt?.ids.document_id;
    if (id !== undefined && !held.has(id)) wrong.push(`I9: ${type} is said to be registered, and is not there`);
  }
  // The mirror is what the server has.
  await assertFolded(mirror);
  const shown = (await mirror.documents.toArray()).map(({ title }) => title);
  wrong.push(...differences('I8: the mirror', { said: shown, there: of.documents.map(({ title }) => title) }));
  return wrong;
}

function differences(what: string, { said, there }: { said: readonly string[]; there: readonly string[] }): string[] {
  const [left, right] = [said.toSorted(), there.toSorted()];
  return JSON.stringify(left) === JSON.stringify(right)
    ? []
    : [`${what}: ${left.join()} are said, ${right.join()} are there`];
}

/** Replies of one author to one document stand there in the order of their making. */
function outOfOrder(done: readonly OutboxCommand[], { of, person }: { of: Town; person: number }): string[] {
  const texts = new Map<number, string[]>();
  for (const command of done) {
    const id = command.receipt?.ids.document_id;
    if (command.type !== 'respond' || id === undefined) continue;
    texts.set(id, [...(texts.get(id) ?? []), command.payload.content]);
  }
  return [...texts].flatMap(([id, said]) => {
    const there = of.documents.find((one) => one.id === id)?.replies.filter(({ by }) => by === person) ?? [];
    const own = there.map(({ content }) => content);
    return JSON.stringify(own) === JSON.stringify(said) ? [] : [`I3: ${said.join()} stand there as ${own.join()}`];
  });
}

/** Of sectors, which bear no author, each that is said to be made is there. */
function sectorsWrong(commands: readonly OutboxCommand[], of: Town): string[] {
  const said = commands.flatMap((one) =>
    one.type === 'create-row' && one.state === 'done' && 'acronym' in one.payload.fields
      ? one.payload.fields.acronym
      : [],
  );
  const there = of.sectors.filter(({ id }) => id > 100).map(({ acronym }) => acronym);
  return differences('I2: sectors', { said, there });
}
