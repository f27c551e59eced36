// Every call that takes a body, under bodies whose bytes were mutated: a body that can't be read is
// the client's fault, so that no answer is a 500, and no other person waits for it.
// MALOTE_FUZZ_SEED repeats a run.

import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ErrorBody } from '#contract/errors.ts';
import type { AnyRoute } from '#server/http/route-declaration.ts';
// Imported for its declaration of the route table.
import '#server/http/route.ts';
import { brokenBody, type BodyShot } from './body-mutations.ts';
import { createDice, type Ground } from './fuzz-values.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const SEED = Number(process.env['MALOTE_FUZZ_SEED'] ?? (LONG ? Date.now() % 2 ** 31 : 20_261_121));
const REQUESTS = Number(process.env['MALOTE_FUZZ_BODIES'] ?? (LONG ? 50_000 : 5_000));
const AT_A_TIME = 4;
/** Requests after which those who have been logged out, deactivated or moved are put back. */
const PEOPLE_LAST = 400;
const HANG_MS = 15_000;
const PROBE_EVERY_MS = 20;
/** The longest wait of another person; a short run, beside other tests, only detects a hang. */
const OTHERS_WAIT_MAX_MS = LONG ? 1000 : HANG_MS;

let server: TestServer;
let world: World;
let routes: AnyRoute[];
let ground: Ground;

townPerFile.beforeAll(async ({ town }) => {
  ({ server, world } = town);
  routes = [...server.app.routeTable.values()]
    .flatMap((methods) => [...methods.values()])
    .filter(({ method }) => method !== 'GET');
  const { sectors, people, subjects } = world.pmvi;
  const ids = [...Object.values(sectors), ...Object.values(people).map(({ id }) => id), ...Object.values(subjects)];
  ground = {
    ids: [...ids, 999_999, world.cmvi.people.ana.id],
    texts: ['Ofício', 'novo@x.example', '2031-01-31', 'pending', 'SEMOB', 'pdf', '<p>Segue.</p>', 'a'.repeat(64)],
  };
});

/**
 * A person of each role and a client without a login; the effects of the mutations on them are
 * undone.
 */
async function people(): Promise<TestClient[]> {
  await world.query(`update users set status = 'active', deleted_at = null`);
  const { admin, gestor, ana } = world.pmvi.people;
  return [...(await Promise.all([admin, gestor, ana].map(world.as))), await arrive(server.app)];
}

const BUSY_MS = 50;

/** The fault of the answer, or null. */
async function faultOf(client: TestClient, shot: BodyShot, tries = 20): Promise<string | null> {
  const { method, url, contentType, payload } = shot;
  const answering = client.inject({ method, url, payload, headers: { 'content-type': contentType } });
  const answer = await Promise.race([answering, pause(HANG_MS, null, { ref: false })]);
  if (answer === null) return 'no answer';
  const { statusCode, body } = answer;
  // The person's share of the places is taken for the moment (S158), which is what a client is to
  // wait for.
  if (statusCode === 503 && answer.headers['retry-after'] !== undefined && tries > 0) {
    await pause(BUSY_MS);
    return faultOf(client, shot, tries - 1);
  }
  if (statusCode >= 500) return `${statusCode} ${body}`;
  if (statusCode < 400) return null;
  return v.is(ErrorBody, JSON.parse(body)) ? null : `not the contract's error: ${statusCode} ${body}`;
}

/** The answers to `count` mutated bodies, a few requests at a time. */
async function fuzz(run: { seed: number; count: number }): Promise<string[]> {
  const dice = createDice(run.seed);
  const faults: string[] = [];
  for (let done = 0; done < run.count; done += PEOPLE_LAST) {
    const clients = await people();
    const shots = Array.from({ length: Math.min(PEOPLE_LAST, run.count - done) }, () => ({
      client: dice.pick(clients),
      shot: brokenBody(dice.pick(routes), { dice, ground }),
    }));
    const fire = async (): Promise<void> => {
      for (let next = shots.shift(); next !== undefined; next = shots.shift()) {
        const fault = await faultOf(next.client, next.shot);
        if (fault !== null) faults.push(`${described(next.shot)} → ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, fire));
  }
  return faults;
}

const described = ({ method, url, contentType, payload }: BodyShot): string =>
  `${method} ${url} ${contentType} ${JSON.stringify(payload.toString('latin1').slice(0, 1500))}`;

/**
 * Reads as another person until the end; returns the longest time that one answer took, in
 * milliseconds.
 */
function startProbe(client: TestClient): { stop: () => Promise<{ count: number; longestMs: number }> } {
  let running = true;
  let count = 0;
  let longestMs = 0;
  const probing = (async () => {
    while (running) {
      const since = performance.now();
      const { statusCode } = await client.get('/api/documents');
      if (statusCode !== 200) throw new Error(`the probe was answered ${statusCode}`);
      longestMs = Math.max(longestMs, performance.now() - since);
      count += 1;
      await pause(PROBE_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      running = false;
      await probing;
      return { count, longestMs };
    },
  };
}

describe('bodies whose bytes were mutated', { timeout: LONG ? 3_600_000 : 900_000 }, () => {
  it(`mutated bodies of seed ${SEED}, ${REQUESTS} of them, get no 500 and delay no other person`, async () => {
    const probe = startProbe(await world.as(world.cmvi.people.bia));
    const faults = await fuzz({ seed: SEED, count: REQUESTS });
    const { count, longestMs } = await probe.stop();
    expect(faults.slice(0, 12)).toEqual([]);
    expect(count).toBeGreaterThan(10);
    expect(longestMs).toBeLessThan(OTHERS_WAIT_MAX_MS);
  });
});
