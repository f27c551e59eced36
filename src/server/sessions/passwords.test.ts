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

it('computes at most four hashes at a time, and no more than there are cores', async () => {
  const [logins, people] = [createPasswordHasher(), createPasswordHasher()];
  await Promise.all([
    ...Array.from({ length: 20 }, () => logins.verify('x', 'stored')),
    ...Array.from({ length: 20 }, () => people.hash('x')),
  ]);
  expect(load).toMatchObject({ most: Math.min(4, availableParallelism()), calls: 40, running: 0 });
});

it('takes the time of a verification for an unknown person too, and answers wrong', async () => {
  const hasher = createPasswordHasher();
  await hasher.verify('x', null);
  load.calls = 0;
  expect(await hasher.verify('x', null)).toBe('wrong');
  expect(load.calls).toBe(1);
});
