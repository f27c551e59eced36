// Connects to a DATABASE_URL with several hosts: the host that takes writes is used. It is looked
// for anew with each connection, so that the server goes on by itself after a failover.

import { Socket } from 'node:net';
import pg from 'pg';
import { addressesIn } from '../config/database-address.ts';

const PATIENCE_MS = 3000;
/** How long a host that was found is remembered: a pool opens several connections at once. */
const KNOWN_MS = 2000;

/** The driver's configuration for a DATABASE_URL with one or several hosts. */
export function connectionTo(databaseUrl: string): pg.ClientConfig {
  const addresses = addressesIn(databaseUrl);
  const [first = databaseUrl] = addresses;
  if (addresses.length < 2) return { connectionString: databaseUrl };
  const find = rememberedFor(KNOWN_MS, () => writableOf(addresses));
  return { connectionString: first, stream: () => new FoundSocket(find) };
}

type HostPort = { readonly host: string; readonly port: number };

/** A socket that connects to the host that `find` returns, whatever host the driver was given. */
class FoundSocket extends Socket {
  readonly #find: () => Promise<HostPort>;

  constructor(find: () => Promise<HostPort>) {
    super();
    this.#find = find;
  }

  override connect(): this {
    this.#find().then(
      (place) => void super.connect(place),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }
}

/**
 * The first host that can be reached and takes writes. Throws the error of the last host when there
 * is none.
 */
async function writableOf(addresses: readonly string[]): Promise<HostPort> {
  let failure: unknown = null;
  for (const connectionString of addresses) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
      if (rows[0]?.transaction_read_only === 'off') return { host: client.host, port: client.port };
      failure = new Error('no host of DATABASE_URL takes writes');
    } catch (error) {
      failure = error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw failure;
}

function rememberedFor<T>(ms: number, find: () => Promise<T>): () => Promise<T> {
  let known: { readonly until: number; readonly answer: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (known !== null && known.until > now) return known.answer;
    const answer = find();
    known = { until: now + ms, answer };
    answer.catch(() => (known = null));
    return answer;
  };
}
