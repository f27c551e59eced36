// An e-mail and a password are the same in every normal form (S25). Those that were stored before,
// in another form, keep working.

import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { arrive, logIn, solvedToken, type TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let admin: TestClient;

// Wrong passwords are counted within a span of time: the clock stands still.
townPerFile.override('options', { clock: () => Date.parse('2030-03-20T12:00:00Z') });
townPerFile.beforeAll(({ town }) => void ({ server, world, admin } = town));

describe('e-mails and passwords', () => {
  const NFC = 'joão.água@pmvi.example';
  const NFD = NFC.normalize('NFD');
  const PASSWORD = 'pão de açúcar';
  const setPerson = async (stored: { email: string; password: string }) => {
    const { id } = world.pmvi.people.davi;
    await world.query('update users set email = $1, password_hash = $2 where id = $3', [
      stored.email,
      await hash(stored.password, { memoryCost: 8 }),
      id,
    ]);
    await world.query('delete from login_failures');
    return id;
  };
  const storedHash = async (id: number) =>
    (await world.query<{ password_hash: string }>('select password_hash from users where id = $1', [id]))[0]
      ?.password_hash;

  it('an e-mail and a password are the same in every normal form', async () => {
    await setPerson({ email: NFC, password: PASSWORD });
    for (const email of [NFC, NFD, ` ${NFD.toUpperCase()}\u200b`, '\u202a' + NFC]) {
      for (const password of [PASSWORD, PASSWORD.normalize('NFD'), PASSWORD.replaceAll(' ', '\u00a0')]) {
        await expect(logIn(server.app, { email, password })).resolves.toMatchObject({
          userId: world.pmvi.people.davi.id,
        });
      }
    }
  });

  it('an old password that was stored as typed is accepted and from then on stored in its normal form', async () => {
    const typed = PASSWORD.normalize('NFD').replaceAll(' ', '\u00a0');
    const id = await setPerson({ email: NFC, password: typed });
    const before = await storedHash(id);
    await expect(logIn(server.app, { email: NFC, password: PASSWORD })).rejects.toThrow('422');
    await logIn(server.app, { email: NFC, password: typed });
    expect(await storedHash(id)).not.toBe(before);
    await logIn(server.app, { email: NFC, password: PASSWORD });
    await logIn(server.app, { email: NFC, password: typed });
  });

  it('a wrong password is refused in every form, with the same answer as an unknown account', async () => {
    await setPerson({ email: NFC, password: PASSWORD });
    const guest = await arrive(server.app);
    for (const email of [NFC, 'ninguem@pmvi.example']) {
      for (const password of ['outra senha', 'outra\u00a0senha']) {
        const answer = await guest.send('POST', '/login', { email, password, token: await solvedToken(guest) });
        expect(answer.json().errors).toEqual({ email: ['E-mail ou senha inválidos.'] });
      }
    }
  });

  it('two old accounts that differ only in the normal form are both reached, each as it is typed', async () => {
    const { davi, caio } = world.pmvi.people;
    await setPerson({ email: NFC, password: PASSWORD });
    await world.query(
      'update users set email = $1, password_hash = (select password_hash from users where id = $2) where id = $3',
      [NFD, davi.id, caio.id],
    );
    expect((await logIn(server.app, { email: NFC, password: PASSWORD })).userId).toBe(davi.id);
    expect((await logIn(server.app, { email: NFD, password: PASSWORD })).userId).toBe(caio.id);
    await world.query(`update users set email = 'caio@pmvi.example' where id = $1`, [caio.id]);
  });

  it('a password is set in one form, and one of untypable characters is refused', async () => {
    const me = await world.as(world.pmvi.people.bia);
    const change = (password: string) => me.send('PATCH', '/api/profile', { password });
    for (const [password, message] of [
      ['\u200b'.repeat(8), 'A senha tem caracteres invisíveis, como os que vêm de textos copiados. Digite-a de novo.'],
      ['segredo\u00ad', 'A senha tem caracteres invisíveis, como os que vêm de textos copiados. Digite-a de novo.'],
      ['a\u0301'.repeat(5), 'A senha precisa ter pelo menos 6 caracteres.'],
    ] as const) {
      expect((await change(password)).json().errors).toEqual({ password: [message] });
    }
    expect((await change(PASSWORD.normalize('NFD'))).statusCode).toBe(200);
    await logIn(server.app, { email: 'bia@pmvi.example', password: PASSWORD });
    const email = '\u202abia.d\u200bavila@pmvi.example\u2069';
    const moved = await me.send('PATCH', '/api/profile', { email, password_current: PASSWORD });
    expect(moved.statusCode).toBe(200);
    const twin = await admin.send('PUT', '/api/users', {
      user_ids: [world.pmvi.people.gestor.id],
      email: 'bia.davila@pmvi.example\u200b',
    });
    expect(twin.json().errors).toEqual({ email: ['Este e-mail já está em uso.'] });
  });

  it('an e-mail typed in any form leads to a link for a new password', async () => {
    await setPerson({ email: NFC, password: PASSWORD });
    const guest = await arrive(server.app);
    expect(
      (await guest.send('POST', '/forgot-password', { email: `${NFD}\u200b`, token: await solvedToken(guest) }))
        .statusCode,
    ).toBe(200);
    const jobs = await world.query(`select 1 from jobs where kind = 'password-reset'`);
    expect(jobs).toHaveLength(1);
  });

  it('wrong passwords are counted together, in whatever form the e-mail is typed', async () => {
    await setPerson({ email: NFC, password: PASSWORD });
    const guest = await arrive(server.app);
    const statuses = [];
    for (const email of [NFC, NFD, NFC, NFD, `${NFC}\u200b`, NFD]) {
      const answer = await guest.send('POST', '/login', { email, password: 'x', token: await solvedToken(guest) });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});
