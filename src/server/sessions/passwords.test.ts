import { availableParallelism } from 'node:os';
import { expect, it, vi } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

const load = vi.hoisted(() => ({ running: 0, most: 0, calls: 0 }));

vi.mock('@node-rs/argon2', () => {
  const work = async <T>(answer: T): Promise<T> => {
    load.calls += 1;
    load.running += 1;
    load.most = Math.max(load.most, load.running);
    await new Promise((resolve) => setImmediate(resolve));
    load.running -= 1;
    return answer;
  };
  return { hash: () => work('hash'), verify: () => work(true) };
});

const AT_A_TIME = Math.min(4, availableParallelism());
const times = <T>(make: () => Promise<T>) => Array.from({ length: 20 }, make);

it('computes at most four hashes at a time, and no more than there are cores', async () => {
  const [logins, people] = [createPasswordHasher(), createPasswordHasher()];
  const typed = { password: 'x', stored: '$argon2id$stored' };
  await Promise.all([
    ...times(() => logins.verify(typed, { email: 'a@pmvi.example' })),
    ...times(() => people.hash('x', { tenantId: 1 })),
  ]);
  expect(load).toMatchObject({ most: AT_A_TIME, calls: 40, running: 0 });
});

it('computes at most half as many for one tenant, and for the e-mails of one domain', async () => {
  const hasher = createPasswordHasher();
  for (const of of [{ tenantId: 1 }, { email: 'a@pmvi.example' }]) {
    load.most = 0;
    await Promise.all(times(() => hasher.hash('x', of)));
    expect(load.most).toBe(Math.ceil(AT_A_TIME / 2));
  }
});

it('takes the time of a verification for an unknown person too, and answers wrong', async () => {
  const hasher = createPasswordHasher();
  await hasher.verify({ password: 'x', stored: null }, { email: 'a@pmvi.example' });
  load.calls = 0;
  expect(await hasher.verify({ password: 'x', stored: null }, { email: 'a@pmvi.example' })).toBe('wrong');
  expect(load.calls).toBe(1);
});
