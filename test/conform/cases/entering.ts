// Who is let in.

import { PATHS } from '#contract/paths.ts';
import { answers, keeps, said, succeeds } from '../broken.ts';
import type { Reply } from '../call.ts';
import type { Case } from '../case.ts';
import { arrive, enter, solution, type Person } from '../person.ts';

async function isOutside(person: Person, { reply, what }: { reply: Reply; what: string }): Promise<void> {
  keeps(reply.status >= 400 && reply.status < 500, () => `${what} is answered ${said(reply)}`);
  answers(await person.call({ path: PATHS.user }), 401, `who is logged in after ${what}`);
}

export const ENTERING: readonly Case[] = [
  {
    promise: 'a wrong password lets nobody in, and the right one does afterwards',
    async run({ server, account }) {
      const person = await arrive(server);
      const reply = await enter(person, { ...account, password: `${account.password}?` });
      await isOutside(person, { reply, what: 'a wrong password' });
      succeeds(await enter(person, account), 'the right password');
      answers(await person.call({ path: PATHS.user }), 200, 'who is logged in');
    },
  },
  {
    promise: 'nobody enters without the solution of the human check, and a solution is good once',
    needs: ['human check'],
    async run({ server, account }) {
      const login = (body: object) => ({ method: 'POST', path: PATHS.login, body: { ...account, ...body } }) as const;
      const [first, second] = [await arrive(server), await arrive(server)];
      await isOutside(first, { reply: await first.call(login({})), what: 'a login without a solution' });
      const token = await solution(first);
      succeeds(await first.call(login({ token })), 'a login with its solution');
      await isOutside(second, { reply: await second.call(login({ token })), what: 'a solution used twice' });
    },
  },
];
