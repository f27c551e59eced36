import pg from 'pg';
import { Socket } from 'node:net';
import { it } from 'vitest';
import { startTestServer } from '../harness/harness.ts';
import postgres from '/tmp/libs/node_modules/postgres/src/index.js';
const SIZE = 16, LANES = 32, ROUNDS = 6, PER = 60;
it('bench', async () => {
  const server = await startTestServer({});
  const c = server.connection as any;
  const setup = new pg.Client(c); await setup.connect();
  await setup.query("create table bench (id bigint primary key, n int not null default 0, t text)");
  await setup.query("insert into bench select g, 0, 'word ' || g from generate_series(1, 20000) g");
  await setup.end();
  const sockets = new WeakMap<object, Socket>();
  class Own extends pg.Client { constructor(config: any = {}) { const socket = new Socket(); super({ ...config, stream: () => socket }); sockets.set(this, socket); } }
  const own = new pg.Pool({ ...c, max: SIZE, pipeline: true, Client: Own } as any);
  const plain = new pg.Pool({ ...c, max: SIZE, pipeline: true } as any);
  const pj = postgres({ host: c.host, port: c.port, path: `${c.host}/.s.PGSQL.${c.port}`, user: c.user, password: c.password, database: c.database, max: SIZE, types: {}, onnotice: () => undefined } as any) as any;
  const viaPg = (pool: pg.Pool, how: 'own' | 'private' | 'none') => async (id: number, write: boolean) => {
    const client = await pool.connect();
    const cork = () => { const s = how === 'own' ? sockets.get(client) : how === 'private' ? (client as any).connection.stream : undefined; if (s) { s.cork(); process.nextTick(() => s.uncork()); } };
    cork();
    const b = client.query('begin; set local app.tenant_id = 1');
    const r = client.query({ name: 'r', text: 'select id, n, t from bench where id = $1', values: [id] });
    await b; await r; cork();
    if (write) { await client.query({ name: 'w', text: 'update bench set n = n + 1 where id = $1', values: [id] }); }
    await client.query('commit');
    client.release();
  };
  const viaPostgres = async (id: number, write: boolean) => {
    const client = await pj.reserve();
    const b = client.unsafe('begin; set local app.tenant_id = 1').simple().execute();
    const r = client.unsafe('select id, n, t from bench where id = $1', [id], { prepare: true }).execute();
    await b; await r;
    if (write) await client.unsafe('update bench set n = n + 1 where id = $1', [id], { prepare: true });
    await client.unsafe('commit').simple();
    client.release();
  };
  const kinds: Record<string, (id: number, write: boolean) => Promise<void>> = { 'pg, own socket': viaPg(own, 'own'), 'pg, private field': viaPg(plain, 'private'), 'pg, no cork': viaPg(plain, 'none'), 'postgres.js': viaPostgres };
  const run = async (f: (id: number, w: boolean) => Promise<void>, write: boolean) => {
    const s = performance.now(), cpu = process.cpuUsage();
    await Promise.all(Array.from({ length: LANES }, async (_, lane) => { for (let i = 0; i < PER; i++) await f(1 + lane * 600 + i, write); }));
    const used = process.cpuUsage(cpu);
    return { ms: performance.now() - s, cpu: (used.user + used.system) / 1000 };
  };
  const out: string[] = [];
  for (const write of [false, true]) {
    const sums: Record<string, { ms: number[]; cpu: number[] }> = {};
    for (const [k, f] of Object.entries(kinds)) { await run(f, write); sums[k] = { ms: [], cpu: [] }; }
    for (let round = 0; round < ROUNDS; round++) for (const [k, f] of Object.entries(kinds)) { const r = await run(f, write); sums[k]!.ms.push(r.ms); sums[k]!.cpu.push(r.cpu); }
    const med = (a: number[]) => a.toSorted((x, y) => x - y)[Math.floor(a.length / 2)]!;
    const base = sums['pg, private field']!;
    for (const [k, { ms, cpu }] of Object.entries(sums)) out.push(`${write ? 'write' : 'read'} ${k}: ${(LANES * PER / med(ms) * 1000).toFixed(0)}/s, speed ratio ${(med(base.ms) / med(ms)).toFixed(2)}, cpu ratio ${(med(cpu) / med(base.cpu)).toFixed(2)}`);
  }
  (await import('node:fs')).writeFileSync('/tmp/pgbench.txt', out.join('\n'));
  await own.end(); await plain.end(); await pj.end(); await server.close();
}, 240000);
