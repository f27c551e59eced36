// Default 10: the address of a client is in security events, and nowhere else, where
// LOG_CLIENT_ADDRESS=1 asks for it.

import { describe, expect, it } from 'vitest';
import { startTestServer } from '../harness/harness.ts';

type Line = { event?: string; address?: string; msg?: string };

/**
 * What the log has after a request of the API that is refused, and an answered one, from this
 * address.
 */
async function linesWith(environment: Readonly<Record<string, string>>): Promise<Line[]> {
  const logTo: string[] = [];
  const server = await startTestServer({ logTo, environment: { TRUST_PROXY: '1', ...environment } });
  try {
    const ask = (url: string, method: 'GET' | 'POST') =>
      server.app.inject({ url, method, remoteAddress: '10.0.0.9', headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect((await ask('/login', 'POST')).statusCode).toBe(419);
    expect((await ask('/api/human-verification', 'GET')).statusCode).toBe(200);
    return logTo.map((line) => JSON.parse(line) as Line);
  } finally {
    await server.close();
  }
}

describe('the address in security events', () => {
  it('security events carry the address before the proxies, and other lines do not', async () => {
    const lines = await linesWith({ LOG_CLIENT_ADDRESS: '1' });
    const told = lines.filter((line) => JSON.stringify(line).includes('203.0.113.7'));
    expect(told).toMatchObject([{ event: 'input_validation_fail', address: '203.0.113.7' }]);
    expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(2);
  });

  it('no line has an address unless it is asked for', async () => {
    const lines = await linesWith({});
    expect(lines.filter(({ event }) => event === 'input_validation_fail')).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(/203\.0\.113\.7|10\.0\.0\.9/);
  });
});
