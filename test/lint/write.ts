// `npm run lint:rooms`: writes the configuration of the linter.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../schedule.ts';
import { CONFIGURATION_FILE, configurationText } from './configuration.ts';

await writeFile(join(ROOT, CONFIGURATION_FILE), configurationText());
