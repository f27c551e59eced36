import { beforeEach, describe, expect, test } from 'vitest';
import type { Mirror } from '#mirror/store/schema.ts';
import { uuid } from '../../test/builders/build-command.ts';
import { openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { commandsOf, held, quiet, until } from '../../test/fakes/held-answers.ts';
import { sendingDevice } from '../../test/fakes/sending-device.ts';
import { drain } from './drain.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});

describe('the lease', () => {
  test('is prolonged while the command is sent, under the same token', async () => {
    const { answer, letGo, ids } = held();
    const device = sendingDevice({ mirror, commands: commandsOf([1]), answer });
    const startMs = device.clock.now();
    const drained = drain(device.parts);
    await until(() => ids().length === 1);
    for (const passed of [2_500, 5_000]) {
      device.clock.advance(startMs + passed - 1 - device.clock.now());
      await quiet();
      const before = device.claims.length;
      device.clock.advance(1);
      await until(() => device.claims.length === before + 1);
      await quiet();
    }
    letGo(uuid(1));
    await drained;
    const leaseAt = (nowMs: number) => ({ token: 'token 1', nowMs, untilMs: nowMs + 8_000 });
    expect(device.claims).toEqual([leaseAt(startMs), leaseAt(startMs + 2_500), leaseAt(startMs + 5_000)]);
    expect(device.clock.waiting()).toBe(0);
  });

  test('that could not be prolonged is tried again', async () => {
    const { answer, letGo, ids } = held();
    const device = sendingDevice({ mirror, commands: commandsOf([1]), answer });
    let renewals = 0;
    const renew = async () => ((renewals += 1), Promise.reject(new Error('busy')));
    const drained = drain({ ...device.parts, outbox: { ...device.parts.outbox, renew } });
    await until(() => ids().length === 1);
    for (const times of [1, 2]) {
      device.clock.advance(2_500);
      await until(() => renewals === times);
      await quiet();
    }
    letGo(uuid(1));
    expect(await drained).toMatchObject({ ended: 'empty', acknowledged: 1 });
  });

  test('is not asked for again when the sending ended while it was prolonged', async () => {
    const { answer, letGo, ids } = held();
    const device = sendingDevice({ mirror, commands: commandsOf([1]), answer });
    let renewed = () => undefined as void;
    let asked = 0;
    const renew = () => ((asked += 1), new Promise<boolean>((resolve) => (renewed = () => resolve(true))));
    const drained = drain({ ...device.parts, outbox: { ...device.parts.outbox, renew } });
    await until(() => ids().length === 1);
    device.clock.advance(2_500);
    await until(() => asked === 1);
    letGo(uuid(1));
    await drained;
    renewed();
    await quiet();
    expect(device.clock.waiting()).toBe(0);
  });
});
