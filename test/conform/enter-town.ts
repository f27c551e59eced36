// All people of the kit log in, and the kit looks up the rows that the cases need.

import { readListedRows, readListedSession, type ListedCollection } from '#contract/listed.ts';
import { PATHS } from '#contract/paths.ts';
import { Broken, keeps, said } from './broken.ts';
import type { Server } from './call.ts';
import { findOffers } from './find-offers.ts';
import { logIn, type Account, type Person } from './person.ts';
import type { Accounts, Member, People, Town } from './town.ts';

async function enterAs(server: Server, account: Account): Promise<Member> {
  const person = await logIn(server, account);
  const reply = await person.call({ path: PATHS.user });
  const self = readListedSession(reply.json, '');
  if (self === null) {
    const calls = `${server.url.origin} is no server with the product's calls`;
    throw new Broken(`${calls}: GET ${PATHS.user} is answered ${said(reply)}`);
  }
  keeps(self.organization_id !== null, `${account.email} is in no sector`);
  return { ...person, id: self.id, organizationId: self.organization_id };
}

async function rowsOf<Name extends ListedCollection>(person: Person, { name, path }: { name: Name; path: string }) {
  const reply = await person.call({ path });
  const rows = readListedRows(name, reply.json);
  if (rows === null) throw new Broken(`GET ${path} is answered by something else than its list: ${said(reply)}`);
  return rows;
}

/**
 * Logs all people in and looks up the rows that a new document needs. @throws Broken when the
 * tenant lacks one.
 */
async function meet(server: Server, { password, ...accounts }: Accounts): Promise<People> {
  const first = await enterAs(server, { email: accounts.first, password });
  const second = await enterAs(server, { email: accounts.second, password });
  const outsider = accounts.outsider === '' ? null : await logIn(server, { email: accounts.outsider, password });
  const subjects = await rowsOf(first, { name: 'document_subjects', path: PATHS.documentSubjects });
  const users = await rowsOf(first, { name: 'users', path: PATHS.users });
  const subject = subjects.find((one) => one.status === 'active' && one.submission_start_day === null);
  const third = users.find(
    ({ id, status, organization }) =>
      status === 'active' && organization !== null && ![first.id, second.id].includes(id),
  );
  keeps(subject !== undefined, 'the tenant has no active subject that is open on every day');
  keeps(third?.organization != null, 'the tenant has no third active person in a sector');
  const organizationId = third.organization.id;
  return { server, first, second, outsider, third: { id: third.id, organizationId }, subjectId: subject.id };
}

/**
 * The people of the town, and the optional parts of its server. @throws Broken when the kit can't
 * begin there.
 */
export async function enterTown(
  server: Server,
  accounts: Accounts,
): Promise<{ readonly town: Town; readonly aboutKeys: string }> {
  const people = await meet(server, accounts);
  const { offers, aboutKeys } = await findOffers(people);
  const account = { email: accounts.second, password: accounts.password };
  return { town: { ...people, offers, account }, aboutKeys };
}
