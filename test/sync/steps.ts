// What happens in a history. A step is a name and a seed, so that a history can lose steps while
// the others stay the same.

import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import { createDice, type Dice } from '../fakes/dice.ts';
import type { Fate } from '../fakes/network.ts';
import type { Device } from './device.ts';
import { changesSector, fetchesAhead } from './changing-sight.ts';
import { decide } from './decisions.ts';
import { leaves, switches } from './leaving.ts';
import { sendsInParts } from './sends-in-parts.ts';
import { quiet, surviving, until, userOfScene } from './surviving.ts';
import { upgrades } from './upgrades.ts';
import { WEATHERS } from './weathers.ts';
import { heldUp } from './held-up.ts';
import { decideLate } from './late-decision.ts';
import { growsOld, searches, trims } from './growing-old.ts';
import { rollsBack } from './rolling-back.ts';
import { reassigns } from './reassigning.ts';
import { undoes } from './undoing.ts';
import { act, GESTURES, type Gesture } from './gestures.ts';
import { actOnRows, removeSome } from './row-gestures.ts';
import { login, type World } from './world.ts';

export const STEPS = {
  act: 30,
  decide: 6,
  drain: 16,
  pull: 10,
  together: 8,
  'drain twice': 4,
  crash: 8,
  stumble: 4,
  wait: 8,
  weather: 8,
  'late arrives': 4,
  login: 5,
  'forgotten tab': 2,
  'tab freezes': 2,
  'session ends': 3,
  'clock jumps': 2,
  'locks lie': 2,
  'sector changes': 1,
  poison: 2,
  /** Rare unless it is asked for, because it takes several drains. */
  'decides late': 0,
  /** Rare unless it is asked for, because it takes several drains. */
  'held up': 0,
  /**
   * None unless it is asked for, because it makes a person a Super Admin, who sees every document.
   */
  reassigns: 0,
  /** None unless it is asked for, so that the histories of documents stay as they are. */
  rows: 0,
  'rows unheard': 0,
  'rows removed': 0,
  /**
   * None unless they are asked for: a large file takes many requests, and leaving erases what a
   * device has.
   */
  'sends in parts': 0,
  leaves: 0,
  switches: 0,
  upgrades: 0,
  /** None unless they are asked for, so that copies are whole in most histories. */
  'grows old': 0,
  'fetches ahead': 0,
  trims: 0,
  searches: 0,
  /** None unless it is asked for: what a history has registered is lost. */
  'rolls back': 0,
  /** None unless it is asked for, so that commands are due at once in most histories. */
  undoes: 0,
} as const;
export type StepName = keyof typeof STEPS;
export type Step = { readonly name: StepName; readonly seed: number };

/** Runs one step. The answer is a line for the trace. */
export async function take(world: World, step: Step): Promise<string> {
  const dice = createDice(step.seed);
  const device = dice.pick(world.devices);
  const said = await HOW[step.name]({ world, dice, device });
  return `${step.name} (${device.name}): ${said}`;
}

type Scene = { readonly world: World; readonly dice: Dice; readonly device: Device };

const HOW: Record<StepName, (scene: Scene) => Promise<string>> = {
  async act({ world, dice, device }) {
    // A person who is not logged in any more also goes on working with what the device has (rule
    // E3).
    const userId = dice.chance(0.8) ? (device.sessionUserId() ?? dice.pick(device.people)) : dice.pick(device.people);
    const said: string[] = [];
    for (let left = 1 + dice.below(4); left > 0; left -= 1) {
      const gesture = dice.weighted(GESTURES) as Gesture;
      said.push(await surviving(device, () => act(world, { device, userId, gesture })));
    }
    return `${userId} ${said.join(', ')}`;
  },
  async rows({ world, dice, device }) {
    const userId = dice.chance(0.8) ? (device.sessionUserId() ?? dice.pick(device.people)) : dice.pick(device.people);
    const said: string[] = [];
    for (let left = 1 + dice.below(5); left > 0; left -= 1) {
      said.push(await surviving(device, () => actOnRows(world, { device, userId, dice })));
    }
    return `${userId} ${said.join(', ')}`;
  },
  async 'rows unheard'({ world, dice, device }) {
    const userId = device.sessionUserId() ?? dice.pick(device.people);
    const { parts } = device.profile(userId);
    const { weather } = world;
    return surviving(device, async () => {
      const made = await actOnRows(world, { device, userId, dice, verb: 'create' });
      world.weather = () => 'answer-lost';
      const ended = await drain(parts).finally(() => (world.weather = () => 'passes'));
      const got = await pull(parts).finally(() => (world.weather = weather));
      return `${made}, ${ended.ended}/${got}`;
    });
  },
  async 'rows removed'({ world, dice, device }) {
    const userId = dice.chance(0.8) ? (device.sessionUserId() ?? dice.pick(device.people)) : dice.pick(device.people);
    const { parts } = device.profile(userId);
    return surviving(device, async () => {
      const said = await actOnRows(world, { device, userId, dice, verb: 'create' });
      const edited = dice.chance(0.5) ? await actOnRows(world, { device, userId, dice }) : 'no edit';
      const meanwhile = async () => {
        if (dice.chance(0.5)) world.clock.advance(dice.pick([1_000, 20_000]));
        if (dice.chance(0.5)) return (await drain(parts)).ended;
        return dice.chance(0.3) ? pull(parts) : 'nothing';
      };
      return `${said}, ${edited}, ${await removeSome(world, { device, userId, dice, meanwhile })}`;
    });
  },
  async drain({ device, dice }) {
    const { parts } = device.profile(userOfScene(device, dice));
    return surviving(device, async () => (await drain(parts)).ended);
  },
  async pull({ device, dice }) {
    const { parts } = device.profile(userOfScene(device, dice));
    return surviving(device, () => pull(parts));
  },
  async 'fetches ahead'({ world, device, dice }) {
    const profile = device.profile(userOfScene(device, dice));
    return surviving(device, () => fetchesAhead(world, { profile, dice }));
  },
  async together({ world, dice }) {
    const works = world.devices.map(async (device) => {
      const { parts } = device.profile(userOfScene(device, dice));
      return surviving(device, async () => {
        const [sent, got] = await Promise.all([drain(parts), pull(parts)]);
        return `${sent.ended}/${got}`;
      });
    });
    return (await Promise.all(works)).join(' ');
  },
  async 'drain twice'({ device, dice }) {
    const { parts, secondTab } = device.profile(userOfScene(device, dice));
    return surviving(device, async () => {
      const both = await Promise.all([drain(parts), drain(secondTab)]);
      return both.map((one) => one.ended).join('/');
    });
  },
  async crash({ device, dice, world }) {
    const after = dice.below(dice.pick([15, 60]));
    const { parts } = device.profile(userOfScene(device, dice));
    device.life.left = after;
    const gesture = dice.weighted(GESTURES) as Gesture;
    const userId = parts.runtime.userId;
    const said = await surviving(device, async () => {
      if (dice.chance(0.3)) return act(world, { device, userId, gesture });
      if (dice.chance(0.6)) return (await drain(parts)).ended;
      return pull(parts);
    });
    device.restart();
    return `after ${after} operations: ${said}`;
  },
  async stumble({ device, dice, world }) {
    const { parts } = device.profile(userOfScene(device, dice));
    device.life.stumble = dice.below(40);
    device.life.stumbles = 1 + dice.below(3);
    const userId = parts.runtime.userId;
    const said = await surviving(device, async () => {
      if (dice.chance(0.2)) return act(world, { device, userId, gesture: dice.weighted(GESTURES) as Gesture });
      return dice.chance(0.7) ? (await drain(parts)).ended : pull(parts);
    });
    device.life.stumble = null;
    await quiet(device);
    return said;
  },
  async wait({ world, dice }) {
    const ms = dice.pick([1_000, 5_000, 20_000, 90_000, 400_000, 7_200_000, 90_000_000]);
    world.clock.advance(ms);
    return `${ms} ms`;
  },
  async weather({ world, dice }) {
    const name = dice.pick(Object.keys(WEATHERS) as (keyof typeof WEATHERS)[]);
    const fates = WEATHERS[name];
    world.weather = () => world.dice.weighted(fates) as Fate;
    return name;
  },
  async 'late arrives'({ world, dice }) {
    const count = world.network.lateCount();
    await world.network.deliverLate(dice.below);
    return `${count} requests`;
  },
  async login({ world, device, dice }) {
    const userId = dice.pick(device.people);
    return surviving(device, async () => {
      await login(world, { device, userId });
      return String(userId);
    });
  },
  async 'forgotten tab'({ world, device, dice }) {
    const [first = 0, other = first] = dice.chance(0.5) ? device.people : device.people.toReversed();
    return surviving(device, async () => {
      await login(world, { device, userId: first });
      const { parts } = device.profile(other);
      return `${first} is logged in, ${other} sends: ${(await drain(parts)).ended}`;
    });
  },
  async 'tab freezes'({ world, device, dice }) {
    const { parts, secondTab } = device.profile(userOfScene(device, dice));
    const { weather } = world;
    let met = false;
    world.weather = (request) => {
      const first = !met && request.method !== 'GET';
      met ||= first;
      return first ? 'frozen' : 'passes';
    };
    device.frozen = true;
    device.locks.lie(true);
    const said = await surviving(device, async () => {
      let over = false;
      const asleep = drain(parts).finally(() => (over = true));
      await until(() => over || world.network.frozenCount() > 0);
      met = true;
      world.clock.advance(10_000);
      const other = await drain(secondTab);
      world.network.thaw();
      return `${(await asleep).ended}/${other.ended}`;
    });
    world.network.thaw();
    device.frozen = false;
    device.locks.lie(false);
    world.weather = weather;
    return said;
  },
  async decide({ world, device, dice }) {
    const userId = userOfScene(device, dice);
    return surviving(device, () => decide(world, { device, userId, dice }));
  },
  async 'decides late'({ world, device, dice }) {
    return surviving(device, () => decideLate(world, { device, userId: dice.pick(device.people), dice }));
  },
  async 'held up'({ world, device, dice }) {
    return surviving(device, () => heldUp(world, { device, userId: dice.pick(device.people), dice }));
  },
  async 'sends in parts'({ world, device, dice }) {
    return surviving(device, () => sendsInParts(world, { device, userId: dice.pick(device.people), dice }));
  },
  async leaves({ world, device, dice }) {
    return surviving(device, () => leaves(world, { device, dice }));
  },
  async switches({ world, device, dice }) {
    return surviving(device, () => switches(world, { device, dice }));
  },
  async upgrades({ world, device, dice }) {
    return surviving(device, () => upgrades(world, { device, userId: dice.pick(device.people), dice }));
  },
  async poison({ world, device, dice }) {
    const { mirror } = device.profile(userOfScene(device, dice));
    const waiting = (await mirror.commands.toArray()).filter((command) => command.state === 'queued');
    world.poisoned = waiting.length === 0 ? null : dice.pick(waiting).id;
    world.poison = dice.chance(0.5) ? 'status-500' : 'request-lost';
    return world.poisoned === null ? 'nothing waits' : `${world.poisoned}: ${world.poison}`;
  },
  async 'session ends'({ device }) {
    device.jar.session = null;
    return 'on the server';
  },
  async 'clock jumps'({ device, dice }) {
    device.offsetMs = dice.pick([0, -86_400_000, 86_400_000, 3_600_000, -3_600_000, 30_000]);
    return `${device.offsetMs} ms`;
  },
  async 'locks lie'({ device, dice }) {
    const lying = dice.chance(0.6);
    device.locks.lie(lying);
    return String(lying);
  },
  async reassigns({ world, dice, device }) {
    return surviving(device, () => reassigns(world, { device, userId: dice.pick(device.people), dice }));
  },
  async 'grows old'({ world, dice }) {
    return growsOld(world, dice);
  },
  async trims({ world, dice, device }) {
    return surviving(device, () => trims(world, { device, userId: userOfScene(device, dice) }));
  },
  async searches({ world, dice, device }) {
    return surviving(device, () => searches(world, { device, userId: userOfScene(device, dice) }));
  },
  async 'rolls back'({ world, dice, device }) {
    return surviving(device, () => rollsBack(world, { device, dice }));
  },
  async undoes({ world, dice, device }) {
    return surviving(device, () => undoes(world, { device, userId: userOfScene(device, dice), dice }));
  },
  'sector changes': async ({ world, dice }) => changesSector(world, dice),
};
