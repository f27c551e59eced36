import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { readConfig } from './config.ts';

function faultsOf(variables: Record<string, string>): readonly string[] {
  const reading = readConfig(variables);
  return 'faults' in reading ? reading.faults : [];
}

const BEHIND_PROXY = { HOST: '0.0.0.0', PUBLIC_URL: 'https://malote.example', TRUST_PROXY: '1' };
const PAIR = webpush.generateVAPIDKeys();
const SEVERAL_MACHINES = { DATABASE_URL: 'postgres://u:p@h/d', S3_URL: 'https://k:s@h/b' };

describe('readConfig', () => {
  it('needs no variable at all', () => {
    const reading = readConfig({});
    expect(reading).toHaveProperty('config');
    expect('config' in reading && reading.config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      demo: true,
      demoDocuments: 60,
      production: false,
    });
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '' })).toEqual(readConfig({}));
  });

  it.each([
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_POOL_URL: 'postgres://u:p@h/d' }, 'DATABASE_POOL_URL'],
    [{ S3_URL: 's3://servidor/bucket' }, 'S3_URL'],
    [{ BACKUP_TO: 's3://servidor/bucket' }, 'BACKUP_TO'],
    [{ MAIL_FROM: 'Malote' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, 'MAIL_FROM'],
    [{ PUBLIC_URL: 'malote.example' }, 'PUBLIC_URL'],
    [{ SMTP_URL: 'http://x' }, 'SMTP_URL'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ DEMO_DOCUMENTS: '200001' }, 'DEMO_DOCUMENTS'],
    [{ DEMO_DOCUMENTS: '-1' }, 'DEMO_DOCUMENTS'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ LOG_CLIENT_ADDRESS: 'yes' }, 'LOG_CLIENT_ADDRESS'],
    [{ HUMAN_VERIFICATION_COST: '0' }, 'HUMAN_VERIFICATION_COST'],
    [{ CONNECTIONS_PER_ADDRESS: '-1' }, 'CONNECTIONS_PER_ADDRESS'],
    [{ VAPID_PUBLIC_KEY: 'x' }, 'VAPID_PRIVATE_KEY'],
    [{ HOST: '0.0.0.0' }, 'DEMO_PASSWORD'],
    [{ DEMO_PASSWORD: 'abc' }, 'DEMO_PASSWORD'],
  ])('names the fault of %o in one line', (variables, name) => {
    const faults = faultsOf(variables);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
    expect(faults[0]).not.toContain('\n');
  });

  it.each([
    [undefined, 0],
    ['0', 0],
    ['false', 0],
    ['1', 1],
    ['true', 1],
    ['2', 2],
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.0/8, ::1, loopback', '10.0.0.0/8, ::1, loopback'],
  ])('reads TRUST_PROXY=%s as that number of proxies, never as everybody', (text, trusted) => {
    const reading = readConfig({ TRUST_PROXY: text });
    expect('config' in reading && reading.config.trustProxy).toBe(trusted);
  });

  it('warns of secrets that several machines would not share', () => {
    const reading = readConfig(SEVERAL_MACHINES);
    const warnings = 'config' in reading ? reading.config.warnings : [];
    expect(warnings).toEqual([expect.stringMatching(/^SESSION_SECRET, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: /)]);
    expect(readConfig({ DATABASE_URL: SEVERAL_MACHINES.DATABASE_URL })).toMatchObject({ config: { warnings: [] } });
  });

  it('names every fault, not only the first', () => {
    expect(faultsOf({ PORT: 'x', DEMO: '2', LOG_LEVEL: 'loud' })).toHaveLength(3);
  });

  it('refuses no demonstration password when the demonstration is off', () => {
    expect(faultsOf({ HOST: '0.0.0.0', DEMO: '0' })).toEqual([]);
  });
});

/** Long enough each, and made up by a person. */
const WEAK_SECRETS = [
  '12345678901234567890123456789012',
  'abcdefghijklmnopqrstuvwxyz012345',
  'qwertyuiopasdfghjklzxcvbnm123456',
  'asdfasdfasdfasdfasdfasdfasdfasdf',
  'abc123abc123abc123abc123abc123abc123',
  'prefeituraprefeituraprefeitura2024',
  'PrefeituraMunicipalDeIbirama2024',
  'xK9!xK9!xK9!xK9!xK9!xK9!xK9!xK9!',
  '00000000-0000-0000-0000-000000000000',
  'prefeitura-municipal-senha-senha',
];
/**
 * What generators make: hexadecimal of 16 bytes, base64 of 24 and 32, a UUID, seven words drawn by
 * lot.
 */
const STRONG_SECRETS = [
  '9f86d081884c7d659a2feaa0c55ad015',
  'q83vEjRWeJq83v8BI0VniavN7wEjRWeJ',
  'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  '1b4e28ba-2fa1-11d2-883f-0016d3cca427',
  'gaveta-trilho-ameixa-zebra-quintal-pluma-lampejo',
];

describe('the demonstration', () => {
  it('is not made by default where strangers know the address', () => {
    const demoWith = (variables: Record<string, string>): unknown => {
      const reading = readConfig(variables);
      return 'config' in reading && { demo: reading.config.demo, reachable: reading.config.reachable };
    };
    expect(demoWith({ PUBLIC_URL: 'https://malote.example' })).toEqual({ demo: false, reachable: true });
    expect(demoWith({ PUBLIC_URL: 'http://localhost:3000' })).toEqual({ demo: true, reachable: false });
    expect(demoWith({ HOST: '0.0.0.0', DEMO_PASSWORD: 'malote-demo' })).toEqual({ demo: true, reachable: true });
  });

  it('is refused there, also with a password of its own', () => {
    const there = { PUBLIC_URL: 'https://malote.example', DEMO: '1' };
    for (const DEMO_PASSWORD of ['', 'malote-demo', 'outra-senha']) {
      expect(faultsOf({ ...there, DEMO_PASSWORD })).toEqual([expect.stringContaining('DEMO=1 não é aceito')]);
    }
  });

  it('needs a password of its own where a whole network comes', () => {
    const there = { HOST: '0.0.0.0', DEMO: '1' };
    expect(faultsOf(there)).toEqual([expect.stringContaining('DEMO_PASSWORD')]);
    expect(faultsOf({ ...there, DEMO_PASSWORD: 'outra-senha' })).toEqual([]);
  });
});

describe('readConfig in production', () => {
  const production = { NODE_ENV: 'production' };

  it('has no demonstration by default', () => {
    const reading = readConfig(production);
    expect('config' in reading && reading.config.demo).toBe(false);
  });

  it.each([
    [{ CLOCK_OFFSET_MS: '1000' }, 'CLOCK_OFFSET_MS'],
    [{ DEMO: '1' }, 'DEMO=1'],
    [{ DEMO: '1', DEMO_PASSWORD: 'outra-senha' }, 'DEMO=1'],
    [{ SESSION_SECRET: 'change-me-change-me-change-me-change-me' }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: 'a'.repeat(40) }, 'SESSION_SECRET'],
    [{ HOST: '0.0.0.0' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://malote.example' }, 'PUBLIC_URL'],
    [SEVERAL_MACHINES, 'SESSION_SECRET, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY'],
    [{ ...SEVERAL_MACHINES, VAPID_PUBLIC_KEY: PAIR.publicKey, VAPID_PRIVATE_KEY: PAIR.privateKey }, 'SESSION_SECRET:'],
  ])('refuses to start with %o', (variables, name) => {
    const faults = faultsOf({ ...production, ...variables });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });

  it.each(WEAK_SECRETS)('refuses to start with the secret %s', (SESSION_SECRET) => {
    expect(faultsOf({ ...production, SESSION_SECRET })).toEqual([expect.stringContaining('SESSION_SECRET')]);
  });

  it.each(STRONG_SECRETS)('starts with the secret %s', (SESSION_SECRET) => {
    expect(faultsOf({ ...production, SESSION_SECRET })).toEqual([]);
  });

  it('accepts https on a public address', () => {
    expect(faultsOf({ ...production, ...BEHIND_PROXY })).toEqual([]);
  });

  it.each(['0', 'false'])(
    'refuses https on a public address with TRUST_PROXY=%s, behind which all visitors are one',
    (TRUST_PROXY) => {
      expect(faultsOf({ ...production, ...BEHIND_PROXY, TRUST_PROXY })).toEqual([
        expect.stringContaining('TRUST_PROXY'),
      ]);
    },
  );
});

const HUGE = 'x'.repeat(100_000);
/**
 * Values that are nonsense for each variable of the environment. An empty value counts as absent,
 * and is left out here.
 */
const NONSENSE: Readonly<Record<string, readonly string[]>> = {
  NODE_ENV: ['prod', 'nonsense', '-1', HUGE],
  PORT: ['nonsense', '-1', '65536', '99999999999999999999', '1e3', '0x10', '3000.5', ' 80', HUGE],
  HOST: ['a b', ' ', 'http://x', HUGE.replace('x', '/')],
  PUBLIC_URL: ['nonsense', '-1', 'javascript:alert(1)', 'https://', 'https://a:b@c.example', 'https://c.example/?a=1'],
  DATA_DIR: ['  ', '\t'],
  DATABASE_URL: ['nonsense', '-1', 'mysql://x/y', 'postgres://h:99999/d', HUGE],
  DATABASE_POOL_URL: ['nonsense', '-1', 'mysql://x/y', 'postgres://h:99999/d', HUGE],
  S3_URL: ['nonsense', '-1', 's3://k:%zz@h/b', 's3://k:s@h/a/b', 'ftp://k:s@h/b', HUGE],
  BACKUP_TO: [' ', 's3://k:%zz@h/b', 's3://k:s@h/a/b', 'https://h/b'],
  BACKUP_HOUR: ['nonsense', '-1', '24', '2:00', HUGE],
  BACKUP_KEEP: ['nonsense', '-1', '0', '1.5', HUGE],
  SMTP_URL: ['nonsense', '-1', 'http://x', 'smtp://', 'smtp:', HUGE],
  MAIL_FROM: ['nonsense', '-1', ' '],
  MAIL_PER_MINUTE: ['nonsense', '-1', '1.5', '100001', HUGE],
  SESSION_SECRET: ['nonsense', '-1', ' '],
  DEMO: ['nonsense', '-1', '2', 'true'],
  DEMO_PASSWORD: ['x', '-1', ' '],
  DEMO_DOCUMENTS: ['nonsense', '-1', '200001', '1.5', HUGE],
  TRUST_PROXY: [
    'nonsense',
    '-1',
    '1.5',
    '101',
    '99999999999',
    '10.0.0.0/33',
    '10.0.0.1;10.0.0.2',
    '::1/129',
    '1.2.3',
    ',',
    HUGE,
  ],
  CLOCK_OFFSET_MS: ['nonsense', '1.5', '-99999999999999', '99999999999999', '-1600000000000', HUGE],
  LOG_LEVEL: ['nonsense', '-1', 'INFO', HUGE],
  LOG_CLIENT_ADDRESS: ['nonsense', '-1', 'true', HUGE],
  HUMAN_VERIFICATION_COST: ['nonsense', '-1', '0', '1000001', HUGE],
  RATE_LIMIT_PER_MINUTE: ['nonsense', '-1', '1000001'],
  EVENT_STREAMS_MAX: ['nonsense', '-1', '0'],
  METRICS_TOKEN: ['nonsense', '-1', `${'a'.repeat(40)} b`, 'a'.repeat(201)],
  STOP_DELAY_SECONDS: ['nonsense', '-1', '61', '1.5'],
  STORAGE_PER_TENANT_MB: ['nonsense', '-1', '1.5'],
  STORAGE_PER_PERSON_MB: ['nonsense', '-1', '1.5'],
  BOUNDED_FROM: ['nonsense', '-1', '0', '1.5'],
  CONNECTIONS_PER_ADDRESS: ['nonsense', '-1', '1.5'],
};

describe('a nonsense value', () => {
  it.each(Object.entries(NONSENSE).flatMap(([name, values]) => values.map((value) => ({ name, value }))))(
    'of $name gives one short line that names it: $value',
    ({ name, value }) => {
      const faults = faultsOf({ [name]: value });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatch(new RegExp(`^${name} `));
      expect(faults[0]?.length).toBeLessThan(200);
      expect(faults[0]).not.toContain('\n');
    },
  );

  it.each([
    ['no keys', 'x', 'y'],
    ['one key twice', PAIR.publicKey, PAIR.publicKey],
    ['the keys of two pairs', PAIR.publicKey, webpush.generateVAPIDKeys().privateKey],
    ['the keys the wrong way round', PAIR.privateKey, PAIR.publicKey],
    ['keys of no length', '-1', '-1'],
    ['huge keys', HUGE, HUGE],
  ])('of a web push key gives one line that names both keys: %s', (_name, publicKey, privateKey) => {
    const faults = faultsOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey });
    expect(faults).toEqual([expect.stringMatching(/^VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY precisam ser um par/)]);
  });

  it('is listed for every variable that the server reads, and each variable may be empty', async () => {
    const read = new Set(
      (await readFile(new URL('environment.ts', import.meta.url), 'utf8')).match(/^  [A-Z0-9_]+(?=:)/gm),
    );
    const judged = [...Object.keys(NONSENSE), 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'];
    expect([...read].map((name) => name.trim()).toSorted()).toEqual(judged.toSorted());
    expect(readConfig(Object.fromEntries(judged.map((name) => [name, ''])))).toEqual(readConfig({}));
  });
});
