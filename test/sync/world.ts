// The world of one history: a clock, a server, a network, devices, and what their people meant to
// do.

import { HEADERS } from '#contract/sync.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { createClock, type ManualClock } from '../fakes/clock.ts';
import { createDice, type Dice } from '../fakes/dice.ts';
import { CORRECT, type Model, type ModelFaults } from '../fakes/model-server/model.ts';
import type { WireRequest } from '../fakes/model-server/wire-request.ts';
import { sessionFor } from '../fakes/model-server/present.ts';
import { createNetwork, type Fate, type Network, type Session } from '../fakes/network.ts';
import { Device, type Plant } from './device.ts';
import { SOUND, type DeviceFaults } from './device-faults.ts';
import { type Disks, memoryGround, MIRROR_GROUND } from './ground.ts';
import { buildModel, DEVICES, START_MS } from './town.ts';

/** One gesture that was stored on a device. */
export type Intent = {
  readonly commandId: string;
  readonly actorId: number;
  readonly device: string;
  /** Text that only this gesture wrote, in its title or content; null for gestures without text. */
  readonly marker: string | null;
  readonly documentKey: string;
  /** Its place in the order in which the author acted on that device. */
  readonly seq: number;
  /** The one file that it brings, as its author picked it. */
  readonly file?: PickedFile;
};

export type PickedFile = { readonly sha256: string; readonly size: number };

export type Redone = { readonly first: string; readonly waiting: readonly string[] };

export type WorldOptions = {
  readonly seed: number;
  readonly plant?: Plant;
  readonly modelFaults?: Partial<ModelFaults>;
  readonly deviceFaults?: Partial<DeviceFaults>;
  /** `core`: the same code over tables in memory. */
  readonly tier?: Tier;
  /** The devices and their people; those of the town when absent. */
  readonly devices?: Layout;
  /** What the devices and the server of the core tier have at first; nothing when absent. */
  readonly morning?: Morning;
};

/** What a world has before its first step. Nothing in it is ever changed. */
export type Morning = Pick<World, 'model' | 'disks'> & {
  /** By the name of the device. */
  readonly sessions: ReadonlyMap<string, Session>;
};

export type Tier = 'mirror' | 'core';
export type Layout = Readonly<Record<string, readonly number[]>>;

export type World = {
  readonly tier: Tier;
  /** Of the core tier. */
  readonly disks: Disks;
  readonly dice: Dice;
  readonly clock: ManualClock;
  readonly model: Model;
  readonly network: Network;
  readonly devices: readonly Device[];
  readonly intents: Intent[];
  /** The fields that the author of a change of a row changed, by command id. */
  readonly meant: Map<string, readonly string[]>;
  /** A copy of the server, to be put back. */
  older: Model | null;
  /** Ids that the server had registered, and lost when it was put back. */
  readonly lost: Set<string>;
  /** What happened until now. */
  readonly counts: { requests: number; spoilt: number };
  /** How many texts have been written; each has its own marker. */
  markers: number;
  /** Ids that their author discarded. */
  readonly discarded: Set<string>;
  /** Ids that left the queue before the server could have them: they never have an effect. */
  readonly givenUp: Set<string>;
  /** Ids seen as done on some device: a done command stays done. */
  readonly seenDone: Set<string>;
  /**
   * Ids that a device held when it was checked: its author was told that they are saved, and they
   * were.
   */
  readonly seenStored: Set<string>;
  /** Operations of a device's life when its mirrors were last checked. */
  readonly looked: WeakMap<Mirror, number>;
  /**
   * Rows and commands that are never changed and were found to be right: what was read before needs
   * no other look.
   */
  readonly checked: WeakSet<object>;
  /**
   * They may come after later gestures: asked for again by their author after a refusal or
   * conflict, or views that were held.
   */
  readonly again: Set<string>;
  /** What was made of each conflict, and which commands of its author waited for it then. */
  readonly redone: Redone[];
  /** The undo times of commands (by id), as their authors were told. Epoch ms by their device. */
  readonly undoTimes: Map<string, { readonly fromMs: number; readonly endMs: number }>;
  /** Ids of replies that were undone and did not come back into their form whole. */
  readonly lostWords: string[];
  readonly deviceFaults: DeviceFaults;
  /** A command that never gets through, whatever the network does; null for none. */
  poisoned: string | null;
  /** What happens to it: an error, or a connection that is reset while it is sent. */
  poison: Extract<Fate, 'status-500' | 'request-lost'>;
  /** Draws the fate of each request; steps change it. */
  weather: (request: WireRequest) => Fate;
};

export function buildWorld({
  seed,
  plant = (parts) => parts,
  modelFaults = {},
  deviceFaults = {},
  tier = 'mirror',
  devices: layout = DEVICES,
  morning,
}: WorldOptions): World {
  if (tier === 'mirror') {
    Dexie.dependencies.indexedDB = new IDBFactory();
    Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  }
  const dice = createDice(seed);
  const clock = createClock(START_MS);
  const now = () => clock.now();
  const model = morning === undefined ? buildModel(now, modelFaults) : copyOf(morning.model, { now, modelFaults });
  const network = createNetwork({ model: () => model, wait: (ms) => clock.advance(ms) });
  const disks: Disks = new Map();
  const world: World = {
    tier,
    disks,
    dice,
    clock,
    model,
    network,
    devices: [],
    intents: [],
    meant: new Map(),
    older: null,
    lost: new Set(),
    counts: { requests: 0, spoilt: 0 },
    markers: 0,
    discarded: new Set(),
    givenUp: new Set(),
    again: new Set(),
    redone: [],
    undoTimes: new Map(),
    lostWords: [],
    deviceFaults: { ...SOUND, ...deviceFaults },
    poisoned: null,
    poison: 'status-500',
    seenDone: new Set(),
    seenStored: new Set(),
    looked: new WeakMap(),
    checked: new WeakSet(),
    weather: () => 'passes',
  };
  const fate = (request: WireRequest): Fate => {
    const key = request.header(HEADERS.idempotencyKey);
    const drawn = key !== null && key === world.poisoned ? world.poison : world.weather(request);
    world.counts.requests += 1;
    if (drawn !== 'passes') world.counts.spoilt += 1;
    return drawn;
  };
  const ground = tier === 'core' ? memoryGround(disks, morning?.disks) : MIRROR_GROUND;
  const devices = Object.entries(layout).map(
    ([name, people]) =>
      new Device({ name, people, clock, dice, network, fate, plant, faults: world.deviceFaults, ground }),
  );
  for (const device of devices) device.jar.session = morning?.sessions.get(device.name) ?? null;
  return Object.assign(world, { devices });
}

export function copyOf(
  model: Model,
  { now, modelFaults }: { now: Model['now']; modelFaults: Partial<ModelFaults> },
): Model {
  return {
    ...model,
    now,
    faults: { ...CORRECT, ...modelFaults },
    users: new Map(model.users),
    organizations: new Map(model.organizations),
    roles: new Map(model.roles),
    subjects: new Map(model.subjects),
    alerts: new Map(model.alerts),
    holidays: new Map(model.holidays),
    models: new Map(model.models),
    documents: new Map(model.documents),
    receipts: new Map(model.receipts),
    uploads: new Map(model.uploads),
    withdrawn: new Map(model.withdrawn),
    refused: new Set(model.refused),
    tombstones: [...model.tombstones],
    effects: [...model.effects],
    countedViews: new Set(model.countedViews),
  };
}

/** Logs a person in on a device, with the network of this moment. */
export async function login(world: World, at: { device: Device; userId: number }): Promise<void> {
  await at.device.login(sessionFor(world.model, at.userId));
}

export function closeWorld(world: World): void {
  for (const device of world.devices) device.restart();
}
