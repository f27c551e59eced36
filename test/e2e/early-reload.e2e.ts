// A person who does not wait for the end of the first sync opens other addresses and reloads. In no
// engine may something that the previous page had open keep the next page from reading its data.

import { PATHS } from '#contract/paths.ts';
import { enginesAtHand } from './engines/at-hand.ts';
import { EngineDevice } from './engines/device.ts';
import type { Engine } from './engines/driver.ts';
import { logIn } from './engines/gestures.ts';
import type { Screen } from './engines/screen.ts';
import { expect, test } from './fixtures.ts';
import { prepareServer, type RealServer } from './real-server.ts';
import { eventually } from './within.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const TIMES = LONG ? 20 : 12;
/**
 * How often the browser is opened again: before the fault was fixed, WebKit's database was silent
 * after about every second opening.
 */
const OPENINGS = LONG ? 8 : 3;
const PATHS_OF_SCREENS = ['/admin/manage-documents', '/admin/home', '/admin/outbox'] as const;

/**
 * Three dozen loads of the application while it syncs, in engines that take seconds for each on a
 * busy machine.
 */
test.describe.configure({ timeout: 300_000 });

/**
 * With many documents. Each engine has its own: tests that shared one would be the last, one after
 * the other on one core.
 */
let server: RealServer;
test.beforeAll(async () => {
  server = await prepareServer({ DEMO_DOCUMENTS: '3000' });
  await server.start();
});
test.afterAll(() => server.dispose());

for (const engine of enginesAtHand()) {
  test(
    `${engine.name}: ${TIMES} reloads and addresses during the first sync, and each address right after an opening, end on a screen that can be read`,
    { tag: '@long' },
    () => leaveEarly(engine),
  );
}

async function leaveEarly(engine: Engine): Promise<void> {
  const device = await EngineDevice.make({ engine, origin: server.url });
  try {
    const screen = await device.open('/login');
    await logIn(screen, { email: 'admin@pmvi.example', remember: true });
    let during = 0;
    for (let time = 0; time < TIMES; time += 1) {
      if (!(await afterPages(screen, time % 3))) during += 1;
      const path = PATHS_OF_SCREENS[time % PATHS_OF_SCREENS.length] ?? PATHS_OF_SCREENS[0];
      if (time % 4 === 3) await screen.driver.evaluate('window.left = true; setTimeout(() => location.reload())');
      else await screen.goto(path);
      await readable(screen, time);
    }
    expect(during, 'the first sync was still going on').toBeGreaterThan(3);
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      await device.close();
      // The test leaves the first page before it has loaded.
      const opened = await device.open('/admin/home');
      for (const path of PATHS_OF_SCREENS) {
        await opened.goto(path);
        await readable(opened, TIMES + opening);
      }
    }
  } finally {
    await device.dispose();
  }
}

/**
 * Waits until the page has begun `pages` requests for changes. Returns true if the first sync is
 * over by then.
 */
function afterPages(screen: Screen, pages: number): Promise<boolean> {
  return eventually(20_000, {
    doing: `the page asks for its page ${pages} of changes`,
    ask: async () => {
      const { begun, over } = await screen.driver.evaluate<{ begun: number; over: boolean }>(PROGRESS, PATHS.changes);
      return begun >= pages || over ? { over } : null;
    },
  }).then(({ over }) => over);
}

/** The first sync is over when the page asks for details, which follow the last page of changes. */
const PROGRESS = `
const pages = performance.getEntriesByType('resource').filter((entry) => new URL(entry.name).pathname === argument);
const details = performance.getEntriesByType('resource').some((entry) => entry.name.includes('/api/sync/documents'));
return { begun: pages.length, over: details };
`;

async function readable(screen: Screen, time: number): Promise<void> {
  await eventually(30_000, {
    doing: `the page of time ${time + 1} has taken over`,
    ask: async () => (await screen.driver.evaluate<boolean>('return window.left !== true')) || null,
  });
  await screen.see({ role: 'heading' }, { timeout: 30_000 });
  const words = await screen.driver.evaluate<string>('return document.body.innerText');
  expect(words, `time ${time + 1}`).not.toContain('O Malote não abriu');
  expect(words.length, `time ${time + 1}`).toBeGreaterThan(100);
}
