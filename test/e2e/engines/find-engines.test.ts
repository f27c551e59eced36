import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { enginesMissing, firefoxAtHand, nginxMissing } from './find-engines.mjs';

afterEach(() => vi.unstubAllEnvs());

test('an engine that is not installed is named with the packages it needs', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'malote-path-'));
  vi.stubEnv('PATH', empty);
  vi.stubEnv('FIREFOX', '');
  const missing = new Map(enginesMissing().map(({ name, missing: packages }) => [name, packages]));
  const [proxy] = nginxMissing();
  await rm(empty, { recursive: true });
  expect(missing.get('Firefox')).toBe('firefox-esr');
  expect(missing.get('WebKit')).toMatch(/^webkit2gtk-driver.*xvfb$/);
  expect(missing.has('Chromium')).toBe(false);
  expect(proxy?.missing).toMatch(/\bopenssl$/);
});

test('a Firefox that is named is taken, wherever it is', () => {
  vi.stubEnv('PATH', '');
  vi.stubEnv('FIREFOX', '/opt/firefox/firefox');
  expect(firefoxAtHand()).toBe('/opt/firefox/firefox');
  expect(enginesMissing().map(({ name }) => name)).toEqual(['WebKit']);
});
