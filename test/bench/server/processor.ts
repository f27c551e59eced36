// The processor time of a request, in the server's process and in PostgreSQL. On a busy machine it
// is more reliable than requests per second.

import { readFileSync, readdirSync } from 'node:fs';
import type pg from 'pg';
import { freePort } from '../../e2e/real-server.ts';

export type Probe = {
  /** What the measured process needs in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds of processor time that the process has used so far. */
  read(): Promise<number>;
};

/** A probe for one Node process that is about to start. */
export async function makeProbe(): Promise<Probe> {
  const port = await freePort();
  return {
    environment: {
      NODE_OPTIONS: `--import ${new URL('./loop-probe.mjs', import.meta.url).href}`,
      LOOP_PROBE_PORT: String(port),
    },
    read: async () => Number(await (await fetch(`http://127.0.0.1:${port}/processor`)).text()),
  };
}

/** Linux counts processor time in hundredths of a second. */
const MS_A_TICK = 10;

/**
 * Reads the milliseconds that all processes of this PostgreSQL have used; 0 where the machine does
 * not tell (no Linux).
 */
export async function probePostgres(owner: pg.Client): Promise<() => number> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = Number(statOf(rows[0]?.pid ?? 0)?.parent ?? 0);
  return () => {
    const own = statOf(postmaster);
    if (own === null) return 0;
    let ticks = own.ticks + own.childrenTicks;
    for (const name of readdirSync('/proc')) {
      const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
      if (stat?.parent === postmaster) ticks += stat.ticks;
    }
    return ticks * MS_A_TICK;
  };
}

/** The parent of a process and the ticks it used, from /proc; null when the process is gone. */
function statOf(pid: number): { parent: number; ticks: number; childrenTicks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may contain spaces. The first field after it is the state.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    return { parent, ticks: user + system, childrenTicks: childrenUser + childrenSystem };
  } catch {
    return null;
  }
}
