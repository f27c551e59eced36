// A device with its people: mirrors, locks, cookies, and the real code of src/mirror, src/commands
// and src/sync on top. It can die at any operation and start again from its disk.

import type { CommandContext } from '#commands/frame/context.ts';
import type { SessionUser } from '#contract/session.ts';
import { keepOnlyWork } from '#mirror/opening/erase-mirror.ts';
import { sealedWork, unsealWork } from '#mirror/opening/unseal-work.ts';
import { readMeta, writeMeta } from '#mirror/store/storage.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { KeptWork } from '#mirror/store/sealed-row.ts';
import type { SyncRuntime } from '#sync/runtime.ts';
import { changeSession, type SessionSignals } from '#sync/session-gate.ts';
import type { Carry } from '#sync/client.ts';
import type { ManualClock } from '../fakes/clock.ts';
import type { Dice } from '../fakes/dice.ts';
import { createLocks, type FakeLocks } from '../fakes/locks.ts';
import type { WireRequest } from '../fakes/model-server/wire-request.ts';
import type { Fate, Network, Session } from '../fakes/network.ts';
import { keysOf } from './sealing-keys.ts';
import type { DeviceFaults } from './device-faults.ts';
import { live, newLife, type Life } from './faulty-mirror.ts';
import type { Ground, Parts } from './ground.ts';

/** Replaces parts of a device by broken ones; the identity for a healthy device. */
export type Plant = (parts: Parts) => Parts;

export type Profile = {
  readonly userId: number;
  readonly mirror: Mirror;
  readonly parts: Parts;
  /** The person in a second tab with its own client, for drains that must not run together. */
  readonly secondTab: Parts;
};

export type DeviceParts = {
  readonly name: string;
  readonly people: readonly number[];
  readonly clock: ManualClock;
  /** The device's own random numbers: ids, jitter. */
  readonly dice: Dice;
  readonly network: Network;
  readonly fate: (request: WireRequest) => Fate;
  readonly plant: Plant;
  readonly faults: DeviceFaults;
  readonly ground: Ground;
};

const COMMANDS_MAX = 1_000_000;

export class Device {
  readonly name: string;
  readonly people: readonly number[];
  readonly jar: { session: Session } = { session: null };
  readonly locks: FakeLocks = createLocks();
  offsetMs = 0;
  life: Life = newLife();
  /** The timers of the first tab do not run, because the browser has frozen it. */
  frozen = false;
  /**
   * The people who left, each with the work they left, or null. Their next login takes it from
   * here.
   */
  readonly left = new Map<number, KeptWork | null>();
  /** Registered commands that a logout erased. */
  readonly erased = new Set<string>();
  /** The number of deletions of a person's mirror: a new mirror counts from the beginning. */
  private readonly deletions = new Map<number, number>();
  /** People who left and whose data is not erased yet, as the device stores them (S33). */
  private readonly owed = new Set<number>();
  /** When each command was taken to be sent first, by its id; epoch ms by this device. */
  readonly firstTaken = new Map<string, number>();
  /** The planted fault: the page keeps data in memory after its person left. */
  private carried: OutboxCommand[] = [];
  private starts = 0;
  private readonly parts: DeviceParts;
  private profiles = new Map<number, Profile>();
  private readonly listeners = new Set<() => void>();

  constructor(parts: DeviceParts) {
    this.parts = parts;
    this.name = parts.name;
    this.people = parts.people;
  }

  /** How often it was killed and started again. */
  get deaths(): number {
    return this.starts;
  }

  now(): number {
    return this.parts.clock.now() + this.offsetMs;
  }

  /** The person whose session the device has; null without one. */
  sessionUserId(): number | null {
    return this.jar.session?.userId ?? null;
  }

  profile(userId: number): Profile {
    const known = this.profiles.get(userId);
    if (known !== undefined) return known;
    const { life } = this;
    const { ground, plant } = this.parts;
    const mirror = ground.open(`malote-${this.name}-${userId}`, life);
    const [signals, carry] = [this.signals(life), this.carry(life)];
    const tab = (owner: string) =>
      this.noting(plant(ground.partsOf({ runtime: this.runtime({ mirror, userId, owner, life }), signals, carry })));
    const profile = {
      userId,
      mirror,
      parts: tab(`${this.name}:${this.starts}:a`),
      secondTab: tab(`${this.name}:${this.starts}:b`),
    };
    this.profiles.set(userId, profile);
    return profile;
  }

  /**
   * Logs a person in while nothing is being sent (session-gate), and stores their identity in their
   * mirror.
   */
  async login(session: SessionUser): Promise<void> {
    const locks = this.locks.of(`${this.name}:${this.starts}:login`);
    await changeSession({ locks, signals: this.signals(this.life) }, async () => {
      await this.eraseLeft();
      this.jar.session = { userId: session.id, csrf: this.parts.dice.uuid() };
    });
    const { mirror, parts } = this.profile(session.id);
    if (this.parts.faults.passesOn) await this.takeOver(session.id);
    const keys = keysOf(session.id);
    await writeMeta(mirror, { name: 'sealingKey', value: keys.current });
    const isClosed = (await sealedWork(mirror)).length > 0;
    this.left.delete(session.id);
    await unsealWork(mirror, { user: session, keys: keys.private_keys });
    if (isClosed && this.parts.faults.opensInPart) {
      const first = await mirror.commands.orderBy('seq').first();
      if (first !== undefined) await mirror.commands.delete(first.seq);
    }
    await writeMeta(mirror, { name: 'session', value: session });
    await parts.connection.loggedIn(this.now());
  }

  /**
   * "Sair", by the person or by the idle time of a shared tablet: nothing is being sent, and their
   * work stays sealed (S94, S95).
   */
  async leave(userId: number): Promise<void> {
    this.owed.add(userId);
    const locks = this.locks.of(`${this.name}:${this.starts}:login`);
    await changeSession({ locks, signals: this.signals(this.life) }, async () => {
      this.jar.session = null;
      await this.eraseLeft();
    });
  }

  /**
   * This person has left, and the device died before it erased their data. The next start erases
   * them.
   */
  owesErasureOf(userId: number): boolean {
    return this.owed.has(userId);
  }

  /** The position of a command among all that its author made here. */
  placeOf(userId: number, seq: number): number {
    return (this.deletions.get(userId) ?? 0) * COMMANDS_MAX + seq;
  }

  /** Finishes a logout that was begun, also after a death. */
  private async eraseLeft(): Promise<void> {
    for (const userId of this.owed) {
      const { mirror } = this.profile(userId);
      for (const { id } of await mirror.commands.where('state').equals('done').toArray()) this.erased.add(id);
      const { leavesOpen, losesSealed, passesOn } = this.parts.faults;
      if (passesOn) this.carried = await mirror.commands.where('state').equals('queued').toArray();
      const kept = leavesOpen ? { unsent: 0, drafts: 0 } : await keepOnlyWork(mirror, { userId, isAlone: true });
      for (const table of losesSealed ? [mirror.commands, mirror.files, mirror.chunks] : []) await table.clear();
      this.profiles.delete(userId);
      if (kept === null) {
        this.deletions.set(userId, (this.deletions.get(userId) ?? 0) + 1);
        await mirror.delete();
      } else mirror.close();
      this.left.set(userId, kept);
      this.owed.delete(userId);
    }
  }

  /**
   * The planted fault: data of the person before, still in the page's memory, goes into this
   * person's outbox.
   */
  private async takeOver(userId: number): Promise<void> {
    for (const { seq: _given, ...row } of this.carried.splice(0)) {
      if (row.actorId !== userId) await this.profile(userId).mirror.commands.add(row);
    }
  }

  /** The context with which commands are made; null before the person's first login here. */
  async context(userId: number): Promise<CommandContext | null> {
    const { mirror } = this.profile(userId);
    const session = await readMeta(mirror, 'session');
    if (session === undefined) return null;
    return {
      mirror: this.parts.ground.actingOn(mirror),
      session,
      clock: () => this.now(),
      newId: () => this.parts.dice.uuid(),
      wake: () => undefined,
      offsetMs: async () => (await readMeta(mirror, 'clockOffsetMs')) ?? 0,
    };
  }

  /** Ends the running life, if it is not over yet, and starts again on the same disk. */
  restart(): void {
    this.life.dead = true;
    for (const { mirror } of this.profiles.values()) mirror.close();
    this.profiles = new Map();
    for (const tab of ['a', 'b', 'login']) this.locks.release(`${this.name}:${this.starts}:${tab}`);
    this.listeners.clear();
    this.starts += 1;
    this.life = newLife(this.life.undone);
  }

  /** The same parts, with a note of when each command was taken to be sent first. */
  private noting({ outbox, ...parts }: Parts): Parts {
    const claim: Parts['outbox']['claim'] = async (id, asked) => {
      const command = await outbox.claim(id, asked);
      if (command !== null && !this.firstTaken.has(id)) this.firstTaken.set(id, asked.nowMs);
      return command;
    };
    return { ...parts, outbox: { ...outbox, claim } };
  }

  private signals(life: Life): SessionSignals {
    return {
      announce: () => {
        if (!life.dead) for (const listener of this.listeners) listener();
      },
      listen: (listener) => {
        this.listeners.add(listener);
        return () => void this.listeners.delete(listener);
      },
    };
  }

  private runtime(at: { mirror: Mirror; userId: number; owner: string; life: Life }): SyncRuntime {
    const { clock, dice, network, fate } = this.parts;
    const { life } = at;
    const wire = network.fetchFor({ jar: this.jar, fate });
    return {
      mirror: at.mirror,
      userId: at.userId,
      baseUrl: '',
      clock: () => this.now(),
      random: dice.random,
      newId: dice.uuid,
      locks: this.locks.of(at.owner),
      owedLogout: { isOwed: async () => false, erased: async () => [], settled: async () => undefined },
      log: () => undefined,
      report: () => undefined,
      seemsOnline: () => true,
      setTimer: (work, delayMs) =>
        clock.setTimer(() => {
          if (!life.dead && !(this.frozen && at.owner.endsWith(':a'))) work();
        }, delayMs),
      async fetch(input, init) {
        live(life);
        const response = await wire(input, init);
        // The device may be gone when the answer comes.
        live(life);
        return response;
      },
    };
  }

  private carry(life: Life): Carry {
    const { network, fate } = this.parts;
    const carry = network.carryFor({ jar: this.jar, fate });
    return async (call, csrf) => {
      try {
        live(life);
        const answer = await carry(call, csrf);
        // The device may be gone when the answer comes.
        live(life);
        return answer;
      } catch {
        return { kind: 'failure', sent: call.method !== 'GET', reason: 'network' };
      }
    };
  }
}
