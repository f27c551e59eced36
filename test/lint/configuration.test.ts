import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../schedule.ts';
import { CONFIGURATION_FILE, configurationText } from './configuration.ts';

it('the linter reads what the table of rooms says (else: npm run lint:rooms)', async () => {
  expect(await readFile(join(ROOT, CONFIGURATION_FILE), 'utf8')).toBe(configurationText());
});
