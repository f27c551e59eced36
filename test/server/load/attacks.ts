// What people with bad intentions send, each from an address of its own. An attack goes on until it
// is told to stop and tells what it was answered. A new one is added to ATTACKS, and takes part in
// the soak.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Agent, request as send } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import type { Challenge } from 'altcha-lib';
import { type ApiClient, logInOverHttp, solveHumanCheck } from '../../e2e/api-client.ts';
import { multipart } from '../harness/multipart.ts';
import { headOf } from '../harness/raw-http.ts';

export type Attack = {
  readonly server: URL;
  /** Where its connections come from. */
  readonly localAddress: string;
  /** Somebody of the attacked town hall, who has logged in before. */
  readonly enter: (name: Attacker) => ApiClient;
  /** A document that they see. */
  readonly documentId: number;
  readonly isOver: () => boolean;
  /** Counts an answer by its status; 0 for a connection that was closed. */
  readonly tell: (status: number) => void;
};

const ATTACKERS = ['consulta', 'gestor.semob', 'servidor.semed', 'controle', 'servidor.semob', 'campo.defciv'] as const;
type Attacker = (typeof ATTACKERS)[number];

type Call = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
};

/** Calls on this many connections, each one after the other. */
async function crowd(
  attack: Attack,
  { width, next }: { width: number; next: () => Call | Promise<Call> },
): Promise<void> {
  const { server, localAddress, isOver, tell } = attack;
  const agent = new Agent({ keepAlive: true, maxSockets: width });
  const ask = (call: Call): Promise<void> =>
    new Promise((resolve) => {
      const end = (status: number): void => {
        tell(status);
        resolve();
      };
      const { path, method = 'GET', headers = {}, body } = call;
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { host: server.hostname, port: server.port, agent, localAddress, path, method };
      const sent = send({ ...options, headers: { ...headers, ...length } }, (answer) => {
        answer.resume().once('close', () => end(answer.statusCode ?? 0));
      });
      sent.once('error', () => end(0));
      sent.end(body);
    });
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      await ask(await next());
      // A lane that is refused at once does not become a loop that only costs this process.
      await pause(10);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  agent.destroy();
}

/**
 * Connections on which `act` attacks, `width` at a time; those that the server closes are opened
 * again.
 */
async function sockets(
  attack: Attack,
  { width, act }: { width: number; act: (socket: Socket) => void },
): Promise<void> {
  const { server, localAddress, isOver, tell } = attack;
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      const socket = connect({ host: server.hostname, port: Number(server.port), localAddress });
      socket.on('error', () => undefined);
      act(socket);
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      while (!isOver() && !socket.destroyed) await Promise.race([closed, pause(200)]);
      socket.destroy();
      await closed;
      tell(0);
      await pause(250);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

const words = (seed: number): string =>
  Array.from({ length: 20 }, (_, at) => `${'aeiou'[(seed + at) % 5] ?? ''}${'rstnl'[(seed * 3 + at) % 5] ?? ''}`).join(
    ' ',
  );

export const ATTACKS: Readonly<Record<string, (attack: Attack) => Promise<void>>> = {
  'bodies that never end': (attack) =>
    sockets(attack, {
      width: 600,
      act: (socket) => {
        socket.resume();
        const headers = { 'content-type': 'application/json', 'content-length': '1000' };
        socket.write(headOf({ method: 'POST', path: PATHS.login, headers }));
      },
    }),
  'a reader with forty searches': async (attack) => {
    const reader = attack.enter('consulta');
    let turn = 0;
    const next = (): Call => ({
      path: `${PATHS.documents}?search=${encodeURIComponent(words((turn += 1)))}&per_page=100`,
      headers: reader.headers(),
    });
    await crowd(attack, { width: 40, next });
  },
  'solved proofs with wrong passwords': async (attack) => {
    const { server } = attack;
    let turn = 0;
    const login = async (): Promise<Call> => {
      const arrived = await fetch(new URL(PATHS.csrfCookie, server));
      const cookie = arrived.headers
        .getSetCookie()
        .map((line) => line.split(';', 1)[0])
        .join('; ');
      const csrf = arrived.headers.get('X-XSRF-TOKEN') ?? '';
      const challenge = await fetch(new URL(PATHS.humanVerification, server), { headers: { cookie } });
      const token = challenge.ok ? await solveHumanCheck((await challenge.json()) as Challenge) : '';
      const body = JSON.stringify({ email: `nobody${(turn += 1)}@x.example`, password: 'wrong-password', token });
      return {
        path: PATHS.login,
        method: 'POST',
        headers: { cookie, 'x-xsrf-token': csrf, 'content-type': 'application/json' },
        body,
      };
    };
    const next = (): Promise<Call> => login().catch(() => ({ path: PATHS.csrfCookie }));
    await crowd(attack, { width: 40, next });
  },
  'images that decode to much': async (attack) => {
    const create = { width: 4000, height: 4000, channels: 4, background: '#f5b301' } as const;
    const content = await sharp({ create }).png({ progressive: true }).toBuffer();
    const { payload: body, headers } = multipart(
      [['_method', 'PATCH']],
      [{ name: 'foto.png', content, field: 'image' }],
    );
    const people = (['gestor.semob', 'servidor.semed'] as const).map(attack.enter);
    let turn = 0;
    const next = (): Call => {
      const person = people[(turn += 1) % people.length];
      return { path: PATHS.profile, method: 'POST', headers: { ...person?.headers(), ...headers }, body };
    };
    await crowd(attack, { width: 12, next });
  },
  'strangers without end': (attack) => crowd(attack, { width: 20, next: () => ({ path: PATHS.user }) }),
  'the description again and again': (attack) =>
    crowd(attack, {
      width: 20,
      next: () => ({ path: '/api/openapi.json', headers: { 'accept-encoding': 'br' } }),
    }),
  'answers that nobody reads': async (attack) => {
    const reader = attack.enter('controle');
    await sockets(attack, {
      width: 40,
      act: (socket) => {
        socket.pause();
        const head = headOf({ path: `${PATHS.documents}?per_page=100`, headers: reader.headers() });
        socket.write(head.repeat(20));
      },
    });
  },
  'one document opened, viewed and answered again and again': async (attack) => {
    const person = attack.enter('servidor.semob');
    const headers = { ...person.headers(), 'content-type': 'application/json' };
    const reply = JSON.stringify({ _method: 'PATCH', content: `<p>${'texto '.repeat(20_000)}</p>` });
    let turn = 0;
    const next = (): Call => {
      turn += 1;
      const path = PATHS.document(attack.documentId);
      if (turn % 4 === 0) return { path, method: 'POST', headers, body: reply };
      return turn % 4 === 1
        ? { path: PATHS.documentViews(attack.documentId), method: 'POST', headers, body: '{"offline":false}' }
        : { path, headers };
    };
    await crowd(attack, { width: 20, next });
  },
  'parts for nothing, and a command that conflicts': async (attack) => {
    const person = attack.enter('gestor.semob');
    const part = randomBytes(64 * 1024);
    const sha256 = createHash('sha256').update(part).digest('hex');
    const json = { ...person.headers(), 'content-type': 'application/json' };
    const [key, file] = [randomUUID(), randomUUID()];
    const begin = (upload: string): Call => ({
      path: `/api/sync/uploads/${upload}`,
      method: 'PUT',
      headers: json,
      body: JSON.stringify({ size: part.length, sha256 }),
    });
    const bring = (upload: string): Call => ({
      path: `/api/sync/uploads/${upload}?offset=0&sha256=${sha256}`,
      method: 'PATCH',
      headers: { ...person.headers(), 'content-type': 'application/octet-stream' },
      body: part,
    });
    const conflict = (turn: number): Call => ({
      path: PATHS.document(attack.documentId),
      method: 'POST',
      headers: { ...json, 'idempotency-key': key, 'x-attempt': String(turn) },
      body: JSON.stringify({
        _method: 'PATCH',
        content: '<p>texto</p>',
        staged_files: [{ id: file, name: 'a.pdf', sha256 }],
        files_sha256: [sha256],
        based_on: { status: 'completed', limit_date: '2020-01-01', responsible_ids: [1] },
      }),
    });
    let turn = 0;
    let fresh = '';
    const next = (): Call => {
      turn += 1;
      if (turn <= 2) return turn === 1 ? begin(`${key}/${file}`) : bring(`${key}/${file}`);
      if (turn % 3 === 0) return conflict(turn);
      if (turn % 3 === 1) fresh = `${randomUUID()}/${randomUUID()}`;
      return turn % 3 === 1 ? begin(fresh) : bring(fresh);
    };
    await crowd(attack, { width: 8, next });
  },
  'a body that is cut': async (attack) => {
    const person = attack.enter('campo.defciv');
    await sockets(attack, {
      width: 20,
      act: (socket) => {
        const headers = {
          ...person.headers(),
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': '900000',
        };
        socket.write(headOf({ method: 'POST', path: PATHS.documents, headers }));
        socket.write('--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.txt"\r\n\r\n');
        socket.write(Buffer.alloc(50_000, 'a'), () => socket.destroy());
      },
    });
  },
};

/** Runs all attacks at once for so long. Returns what each was answered, by status. */
export async function attackAll(address: string, ms: number): Promise<Record<string, Record<number, number>>> {
  const server = new URL(address);
  const people = new Map<Attacker, ApiClient>();
  for (const name of ATTACKERS) people.set(name, await logInOverHttp(server.origin, `${name}@pmvi.example`));
  const enter = (name: Attacker): ApiClient => {
    const client = people.get(name);
    if (client === undefined) throw new Error(`${name} has not logged in`);
    return client;
  };
  const page = await enter('servidor.semob').get<DocumentPage>(PATHS.documents);
  const documentId = page.data[0]?.id ?? 0;
  process.stdout.write('begins\n');
  const until = performance.now() + ms;
  const told: Record<string, Record<number, number>> = {};
  const all = Object.entries(ATTACKS).map(async ([name, run], at) => {
    const statuses: Record<number, number> = (told[name] = {});
    const tell = (status: number): void => void (statuses[status] = (statuses[status] ?? 0) + 1);
    await run({
      server,
      localAddress: `127.0.1.${at + 1}`,
      enter,
      documentId,
      isOver: () => performance.now() > until,
      tell,
    });
  });
  await Promise.all(all);
  return told;
}

// `node attacks.ts ADDRESS MILLISECONDS`, in a process of its own: those who wait are measured by
// one that is idle. It says when the attackers have logged in.
if (process.argv[2] !== undefined) {
  const told = await attackAll(process.argv[2], Number(process.argv[3]));
  process.stdout.write(`${JSON.stringify(told)}\n`);
  process.exit(0);
}
