// Who is killed, and how it comes back. A victim of the device is also the one that sends, so that
// the kill meets the sending itself; server and database are killed under a device that goes on.

import { expect } from '@playwright/test';
import { writePushMessage } from '#contract/push-message.ts';
import { makeFolders } from '#server/postgres/binaries.ts';
import { findPostmaster } from '#server/postgres/postmaster.ts';
import type { Device } from '../device.ts';
import type { RealServer } from '../real-server.ts';
import { workerOf } from '../worker-of.ts';

export const VICTIMS = ['worker', 'tab', 'browser', 'server', 'database'] as const;
export type VictimName = (typeof VICTIMS)[number];

export type Victim = {
  readonly isOnDevice: boolean;
  /** The network is back: what sends begins. */
  begin(): Promise<void>;
  /** Asks the server for what is new. */
  pull(): Promise<void>;
  kill(): Promise<void>;
  /**
   * It is back, and `device.page` can read the stores of the device. A page of the device does not
   * go on yet.
   */
  reopen(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Done again and again while something is waited for: what starts a sender that does not start by
   * itself.
   */
  nudge(): Promise<void>;
};

const HEALTHY_MS = 60_000;
const OUTBOX = '/admin/outbox';
/**
 * Shows something of the server, and does not run the application. The application asks without the
 * question mark.
 */
const STILL = '/health?still';
const nothing = async () => undefined;

type VictimContext = { readonly device: Device; readonly server: RealServer };

const MAKE: Record<VictimName, (at: VictimContext) => Promise<Victim>> = {
  async worker({ device }) {
    /** Only the worker sends. */
    const still = () => device.goto(STILL);
    const sync = async () => (await workerOf(device.page, device.network.url)).sync();
    return {
      isOnDevice: true,
      async begin() {
        await device.page.goto('about:blank');
        await device.restore();
        await still();
        await sync();
      },
      async pull() {
        await device.page.goto('about:blank');
        await device.restore();
        await still();
        const notice = { title: 'Novo', body: 'Há novidades.', navigate: `${device.network.url}/admin/home`, tag: 'n' };
        await (await workerOf(device.page, device.network.url)).push(writePushMessage(notice));
      },
      kill: async () => (await workerOf(device.page, device.network.url)).stop(),
      // Cutting the network of a worker that does not run is never answered, nor giving it back:
      // the worker runs before both. An event alone does not always start it without a network.
      async reopen() {
        await (await workerOf(device.page, device.network.url)).start();
        await sync();
      },
      resume: nothing,
      nudge: sync,
    };
  },
  async tab({ device }) {
    // The worker never hears of work here, so the tab is the one that sends.
    await device.context.addInitScript(() => {
      Object.assign(ServiceWorker.prototype, { postMessage: () => undefined });
    });
    await device.goto(OUTBOX);
    const begin = async () => {
      await device.restore();
      await device.goto(OUTBOX);
    };
    return {
      isOnDevice: true,
      begin,
      pull: begin,
      kill: () => device.crashTab(),
      // Without a network only the application itself opens, and nothing is sent.
      reopen: () => device.goto(device.network.isDown ? OUTBOX : STILL),
      resume: () => device.goto(OUTBOX),
      nudge: nothing,
    };
  },
  async browser({ device }) {
    await device.writeCookies();
    const begin = () => device.restore();
    return {
      isOnDevice: true,
      begin,
      pull: begin,
      kill: () => device.kill(),
      async reopen() {
        await device.open(OUTBOX, { offline: true });
        await expect(device.page.getByRole('heading', { level: 1, name: 'Pendências de envio' })).toBeVisible();
      },
      resume: begin,
      nudge: nothing,
    };
  },
  async server({ device, server }) {
    const begin = () => device.restore();
    return {
      isOnDevice: false,
      begin,
      pull: begin,
      kill: () => server.kill(),
      reopen: () => server.start(),
      resume: nothing,
      nudge: nothing,
    };
  },
  async database({ device, server }) {
    const begin = () => device.restore();
    const folders = makeFolders(server.dataDir);
    return {
      isOnDevice: false,
      begin,
      pull: begin,
      async kill() {
        const pid = findPostmaster(folders)?.pid;
        if (pid === undefined) throw new Error('no database to kill');
        process.kill(pid, 'SIGKILL');
        await expect.poll(() => findPostmaster(folders)?.pid ?? pid, { timeout: HEALTHY_MS }).not.toBe(pid);
      },
      async reopen() {
        const healthy = async () => (await fetch(`${server.url}/health`).catch(() => null))?.status;
        await expect.poll(healthy, { timeout: HEALTHY_MS }).toBe(200);
      },
      resume: nothing,
      nudge: nothing,
    };
  },
};

/** The device is open and settled. */
export function victimOf(name: VictimName, at: VictimContext): Promise<Victim> {
  return MAKE[name](at);
}
