import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { appUpdate } from '../device/app-update.ts';
import { registerWorker } from './worker-registration.ts';

const told: { active: unknown[]; waiting: unknown[] } = { active: [], waiting: [] };
const registration = {
  waiting: { postMessage: (data: unknown) => told.waiting.push(data) } as object | null,
  update: async () => undefined,
};
const listeners = new Map<string, () => void>();
const reload = vi.fn<() => void>();

// The state of the library when the hourly check finds a new version: the worker that it knows and
// sends messages to is the one in control.
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(name: string, listener: () => void): void {
      listeners.set(name, listener);
    }
    async register(): Promise<object> {
      return registration;
    }
    async messageSW(data: unknown): Promise<void> {
      told.active.push(data);
    }
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('location', { reload });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a new version found long after the start', () => {
  test('is told to take over, and the page reloads once it has', async () => {
    await registerWorker();
    listeners.get('waiting')?.();
    expect(appUpdate.current()).toBe('ready');
    await appUpdate.apply();
    expect(told).toEqual({ active: [], waiting: [{ type: 'take-over' }] });
    expect(reload).not.toHaveBeenCalled();
    listeners.get('controlling')?.();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('that has taken over by another tab is reached by a reload', async () => {
    await registerWorker();
    listeners.get('waiting')?.();
    registration.waiting = null;
    reload.mockClear();
    await appUpdate.apply();
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
