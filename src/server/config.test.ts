import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

function faultsOf(variables: Record<string, string>): readonly string[] {
  const reading = readConfig(variables);
  return 'faults' in reading ? reading.faults : [];
}

const SEVERAL_MACHINES = { DATABASE_URL: 'postgres://u:p@h/d', S3_URL: 'https://k:s@h/b' };

describe('readConfig', () => {
  it('needs nothing', () => {
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
    [{ S3_URL: 's3://servidor/bucket' }, 'S3_URL'],
    [{ MAIL_FROM: 'Malote' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, 'MAIL_FROM'],
    [{ PUBLIC_URL: 'malote.example' }, 'PUBLIC_URL'],
    [{ SMTP_URL: 'http://x' }, 'SMTP_URL'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ DEMO_DOCUMENTS: '200001' }, 'DEMO_DOCUMENTS'],
    [{ DEMO_DOCUMENTS: '-1' }, 'DEMO_DOCUMENTS'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ HUMAN_VERIFICATION_COST: '0' }, 'HUMAN_VERIFICATION_COST'],
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
  ])('reads TRUST_PROXY=%s as so many proxies, never as anybody', (text, trusted) => {
    const reading = readConfig({ TRUST_PROXY: text });
    expect('config' in reading && reading.config.trustProxy).toBe(trusted);
  });

  it('warns of secrets that several machines would not share', () => {
    const reading = readConfig(SEVERAL_MACHINES);
    const warnings = 'config' in reading ? reading.config.warnings : [];
    expect(warnings).toEqual([expect.stringMatching(/^SESSION_SECRET, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: /)]);
    expect(readConfig({ DATABASE_URL: SEVERAL_MACHINES.DATABASE_URL })).toMatchObject({ config: { warnings: [] } });
  });

  it('names every fault', () => {
    expect(faultsOf({ PORT: 'x', DEMO: '2', LOG_LEVEL: 'loud' })).toHaveLength(3);
  });

  it('refuses no password for a demonstration that is off', () => {
    expect(faultsOf({ HOST: '0.0.0.0', DEMO: '0' })).toEqual([]);
  });
});

describe('in production', () => {
  const production = { NODE_ENV: 'production' };

  it('has no demonstration by default', () => {
    const reading = readConfig(production);
    expect('config' in reading && reading.config.demo).toBe(false);
  });

  it.each([
    [{ CLOCK_OFFSET_MS: '1000' }, 'CLOCK_OFFSET_MS'],
    [{ DEMO: '1' }, 'DEMO_PASSWORD'],
    [{ DEMO: '1', DEMO_PASSWORD: 'malote-demo' }, 'DEMO_PASSWORD'],
    [{ SESSION_SECRET: 'change-me-change-me-change-me-change-me' }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: 'a'.repeat(40) }, 'SESSION_SECRET'],
    [{ HOST: '0.0.0.0' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://malote.example' }, 'PUBLIC_URL'],
    [SEVERAL_MACHINES, 'SESSION_SECRET, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY'],
    [{ ...SEVERAL_MACHINES, VAPID_PUBLIC_KEY: 'x', VAPID_PRIVATE_KEY: 'y' }, 'SESSION_SECRET:'],
  ])('refuses %o', (variables, name) => {
    const faults = faultsOf({ ...production, ...variables });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });

  it('accepts https on a public address', () => {
    expect(faultsOf({ ...production, HOST: '0.0.0.0', PUBLIC_URL: 'https://malote.example' })).toEqual([]);
  });
});
