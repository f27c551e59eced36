// A person's device: a Chromium with its own profile on disk, so that it can be closed, killed and
// opened again, and with its own network, so that the network of this device alone can fail.

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium, type Cookie, expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from './api-client.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { browserAtHand, NO_BROWSER } from './find-browser.mjs';
import { freePort, type RealServer } from './real-server.ts';
import { UNSETTLED, type SettledQuestion } from './unsettled.ts';
import { eventually, within } from './within.ts';

const LAUNCH_MS = 30_000;
const CALL_MS = 15_000;
const SETTLE_MS = 60_000;
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera that shows a test picture, for a page that is allowed to use it.
  '--use-fake-device-for-media-stream',
];

const DESK = { width: 1440, height: 900 };

/** `prepare` is done with the page before it goes anywhere. */
type OpenOptions = {
  readonly offline?: boolean;
  readonly session?: readonly Cookie[];
  readonly prepare?: (page: Page) => Promise<void>;
};

/**
 * `used`: a profile to begin with a copy of. `findBrowser` returns the path of the Chromium to
 * open. `undoes`: acts wait here for their undo time (S221); absent: they are due at once.
 */
export type DeviceOptions = {
  readonly used?: Profile;
  readonly findBrowser?: () => Promise<string | null>;
  readonly undoes?: boolean;
};

/**
 * A browser profile on disk, and the port of the application in it: everything stored belongs to an
 * address.
 */
export type Profile = { readonly folder: string; readonly port: number };

export class Device {
  readonly network: FaultProxy;
  readonly #profile: string;
  readonly #findBrowser: () => Promise<string | null>;
  readonly #undoes: boolean;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  /** Errors of the pages that no code caught. */
  readonly troubles: string[] = [];

  private constructor(parts: {
    network: FaultProxy;
    profile: string;
    findBrowser: () => Promise<string | null>;
    undoes: boolean;
  }) {
    this.#undoes = parts.undoes;
    this.network = parts.network;
    this.#profile = parts.profile;
    this.#findBrowser = parts.findBrowser;
  }

  /**
   * Makes a device with an empty profile, or with a copy of `used`. The browser is not open yet.
   */
  static async make(server: Pick<RealServer, 'port'>, options: DeviceOptions = {}): Promise<Device> {
    const { used, findBrowser = browserAtHand, undoes = false } = options;
    const profile = await mkdtemp(join(tmpdir(), 'malote-device-'));
    // A profile has hundreds of files. Copying them in node itself takes ten times as much
    // processor time.
    if (used !== undefined) await promisify(execFile)('cp', ['-R', `${used.folder}/.`, profile]);
    const port = used?.port ?? (await freePort());
    return new Device({
      network: await startFaultProxy({ targetPort: () => server.port, port }),
      profile,
      findBrowser,
      undoes,
    });
  }

  /** Where this device stores everything. It may be copied only while the browser is closed. */
  get profile(): Profile {
    return { folder: this.#profile, port: Number(new URL(this.network.url).port) };
  }

  get page(): Page {
    if (this.#page === null) throw new Error('The device is closed');
    return this.#page;
  }

  get context(): BrowserContext {
    if (this.#context === null) throw new Error('The device is closed');
    return this.#context;
  }

  /**
   * Opens the browser on its profile and goes to `path`. `offline`: without network from the first
   * moment. `session`: cookies that are added to those of the profile.
   */
  async open(path: string, { offline = false, session = [], prepare }: OpenOptions = {}): Promise<Page> {
    const executablePath = await this.#findBrowser();
    if (executablePath === null) throw new Error(NO_BROWSER);
    if (offline) await this.network.setDown(true);
    const context = await chromium.launchPersistentContext(this.#profile, {
      executablePath,
      args: ARGUMENTS,
      headless: true,
      timeout: LAUNCH_MS,
      offline,
      viewport: DESK,
      acceptDownloads: true,
    });
    context.setDefaultTimeout(CALL_MS);
    context.on('weberror', (error) => this.troubles.push(String(error.error())));
    this.#context = context;
    if (!this.#undoes) await context.addInitScript(switchUndoOff);
    this.#page = context.pages()[0] ?? (await context.newPage());
    if (session.length > 0) await context.addCookies([...session]);
    await prepare?.(this.#page);
    await this.goto(path);
    return this.#page;
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.network.url}${path}`, { waitUntil: 'domcontentloaded' });
  }

  /** Closes the browser as a person does. */
  async close(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    this.#page = null;
    if (context === null) return;
    await within(CALL_MS, { doing: 'closing the browser', work: context.close() }).catch(() => this.#killProcesses());
  }

  /**
   * Closes and opens the browser, so that its cookies are on disk before a kill. Chromium writes
   * them within half a minute or when it is closed, and a kill before that would end the session.
   */
  async writeCookies(): Promise<void> {
    await this.close();
    await this.open('/admin/home');
  }

  /**
   * Sends SIGKILL to the whole browser, so that no code of a page runs at the end. `known`: its
   * processes, which are ended before any time is taken to look for others.
   */
  async kill(known: readonly number[] = []): Promise<void> {
    endAll(known);
    const context = this.#context;
    this.#context = null;
    this.#page = null;
    await this.#killProcesses();
    await within(CALL_MS, { doing: 'the browser is gone', work: context?.close() ?? Promise.resolve() }).catch(
      () => null,
    );
  }

  /** Ids of the processes of this browser. */
  processes(): Promise<number[]> {
    return processesWith(`--user-data-dir=${this.#profile}`);
  }

  /**
   * Ends the renderer of the page at once, so that no code of the page runs at the end, and goes on
   * in a new tab.
   */
  async crashTab(): Promise<void> {
    const { page, context } = this;
    const crashed = page.waitForEvent('crash');
    const cdp = await context.newCDPSession(page);
    // The answer never comes, because the page is gone.
    void cdp.send('Page.crash').catch(() => undefined);
    await within(CALL_MS, { doing: 'the tab crashes', work: crashed });
    this.#page = await context.newPage();
    await page.close();
  }

  /** Cuts the network: `navigator.onLine` is false and no request is answered. */
  async cut(): Promise<void> {
    await this.network.setDown(true);
    await within(CALL_MS, { doing: 'cutting the network', work: this.context.setOffline(true) });
  }

  async restore(): Promise<void> {
    await this.network.setDown(false);
    await within(CALL_MS, { doing: 'restoring the network', work: this.context.setOffline(false) });
  }

  /**
   * Logs in through the screen, the human check included, and waits for the home. `remember` ticks
   * "Ficar logado"; without it, closing the browser ends the session.
   */
  async logIn(email: string, options: { remember?: boolean } = {}): Promise<void> {
    await this.enter(email, options);
    await expect(this.page.getByText('Suas atualizações')).toBeVisible();
  }

  /**
   * Logs in on any size of screen: it ends at the address `to`, by default that of the home, which
   * may be empty still.
   */
  async enter(
    email: string,
    { remember = false, to = '**/admin/home**' }: { remember?: boolean; to?: string } = {},
  ): Promise<void> {
    const { page } = this;
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Senha' }).fill(DEMO_PASSWORD);
    // A shared tablet has no such choice.
    const stays = page.getByRole('checkbox', { name: /^Ficar logado/ });
    if ((await stays.count()) > 0 && (await stays.isChecked()) !== remember)
      await page.getByText('Ficar logado').click();
    // A drawing covers the checkbox itself, so the label is pressed.
    await page.locator('altcha-widget label').first().click();
    const enter = page.getByRole('button', { name: 'entrar', exact: true });
    await expect(enter).toBeEnabled({ timeout: CALL_MS });
    await enter.click();
    await page.waitForURL(to);
  }

  /**
   * Waits until the application could open without network: the worker is active, so everything is
   * precached.
   */
  async readyForOffline(): Promise<void> {
    await within(SETTLE_MS, {
      doing: 'the service worker becomes active',
      work: this.page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      }),
    });
  }

  /**
   * Waits until this device and the server have nothing left to exchange (unsettled.ts), and these
   * documents are on the device with their details. A test awaits it before it cuts the network,
   * adds a rule to it or stops the server. After a press it first awaits what the press shows: a
   * command that is not stored yet leaves nothing to exchange.
   */
  async settled(...documents: readonly { readonly id: number }[]): Promise<void> {
    const question: SettledQuestion = { documents: documents.map(({ id }) => id) };
    const asked = `(async (argument) => { ${UNSETTLED} })(${JSON.stringify(question)})`;
    await eventually(SETTLE_MS, {
      doing: 'the device is settled',
      ask: async () => {
        const left = await within(CALL_MS, { doing: 'reading the mirror', work: this.page.evaluate<string[]>(asked) });
        if (left.length > 0) throw new Error(left.join('\n'));
        return true;
      },
    });
  }

  async dispose(): Promise<void> {
    await this.close();
    await this.network.close();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async #killProcesses(): Promise<void> {
    await eventually(CALL_MS, {
      doing: 'every process of the browser ends',
      ask: async () => {
        const left = await processesWith(`--user-data-dir=${this.#profile}`);
        endAll(left);
        return left.length === 0 ? true : null;
      },
    });
  }
}

/**
 * In each page, before its own code: what a person chooses under "Dados neste aparelho". A browser
 * that forbids storage has nothing to keep it in.
 */
function switchUndoOff(): void {
  try {
    localStorage.setItem('malote-undo', 'off');
  } catch {
    // Acts wait there.
  }
}

function endAll(processes: readonly number[]): void {
  for (const pid of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself in the meantime.
    }
  }
}

/**
 * Ids of the processes that were started with this argument, so that only processes of this device
 * are ended.
 */
async function processesWith(argument: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(argument)) found.push(Number(name));
  }
  return found;
}
