// Time of one durable enqueue in a real Chromium: the real verbs on a mirror filled by the real server, network cut.

import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { logInOverHttp } from '../e2e/api-client.ts';
import { Device } from '../e2e/device.ts';
import { prepareServer } from '../e2e/real-server.ts';
import type { measureEnqueue } from './enqueue-page.ts';
import { figuresOf, inWords, printLine, printTitle } from './figures.ts';

const PERSON = 'gestor.semob@pmvi.example';
const ROUNDS = 25;
const FILE_BYTES = 5_000_000;
const ADDRESS = '/bench/enqueue.js';

export async function benchEnqueue(): Promise<void> {
  printTitle('One durable enqueue (Chromium, IndexedDB, durability strict)');
  const server = await prepareServer();
  const device = await Device.make(server);
  try {
    await server.start();
    const { user } = await logInOverHttp(server.url, PERSON);
    await device.open('/login');
    const code = await bundle();
    await device.context.route(`**${ADDRESS}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: code }),
    );
    await device.logIn(PERSON);
    await device.page.getByRole('listitem').first().waitFor();
    const bench = await device.page.evaluateHandle(
      (address) => import(address) as Promise<{ measureEnqueue: typeof measureEnqueue }>,
      ADDRESS,
    );
    await device.cut();
    const { text, file } = await bench.evaluate((page, options) => page.measureEnqueue(options), {
      userId: user.id,
      rounds: ROUNDS,
      fileBytes: FILE_BYTES,
    });
    printLine('reply with text', inWords(figuresOf(text), 'ms'));
    printLine(`reply with a file of ${FILE_BYTES / 1e6} MB, hashing included`, inWords(figuresOf(file), 'ms'));
  } finally {
    await device.dispose();
    await server.dispose();
  }
}

/** The page's part as one module. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('./enqueue-page.ts', import.meta.url)), formats: ['es'] },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error('nothing was bundled');
  return chunk.code;
}
