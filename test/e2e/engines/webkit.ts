// Drives WebKitGTK through its own WebDriver (W3C WebDriver over HTTP), with a browser that keeps
// its profile.

import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../real-server.ts';
import { eventually } from '../within.ts';
import { openDisplay } from './display.ts';
import { CALL_MS, type Driver, type Engine, type Key, LAUNCH_MS, type LaunchOptions, READ_MS } from './driver.ts';
import { webkitDriverAtHand } from './find-engines.mjs';
import { killTree } from './process-tree.ts';

const BROWSER = fileURLToPath(new URL('webkit-browser.ts', import.meta.url));
const TSX = import.meta.resolve('tsx');
/** The key of an element in the JSON of WebDriver (W3C WebDriver, web element identifier). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS: Readonly<Record<Key, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
};

const CONTROL = '\uE009';

export const webkit: Engine = {
  name: 'WebKit',
  lacks: { storageManager: true, backgroundSync: true },
  launch,
};

type Command = { readonly method: 'GET' | 'POST' | 'DELETE'; readonly path: string; readonly body?: object };

async function launch({ profile, size, colorScheme = 'light' }: LaunchOptions): Promise<Driver> {
  const command = webkitDriverAtHand();
  if (command === null) throw new Error('WebKitWebDriver is not installed');
  const port = await freePort();
  const display = await openDisplay();
  const log = await open(join(profile, 'browser.log'), 'a');
  const server = spawn(command, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: ['ignore', log.fd, log.fd],
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      GTK_THEME: colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      // Without these, a machine that has no session bus or graphics card fills the log with
      // warnings.
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Without a graphics card its accelerated compositing is emulated, which takes a quarter of
      // the processor time.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  });
  await log.close();
  const send = commandsTo(`http://127.0.0.1:${port}`);
  const stop = async () => {
    if (server.pid !== undefined) await killTree(server.pid);
    await display.close();
  };
  try {
    await eventually(LAUNCH_MS, {
      doing: 'WebKitWebDriver answers',
      ask: () => send<object>({ method: 'GET', path: '/status' }),
    });
    const { sessionId } = await send<{ sessionId: string }>({
      method: 'POST',
      path: '/session',
      body: {
        capabilities: {
          alwaysMatch: {
            // With another strategy the driver may wait longer than the navigation takes, and every
            // command waits with it.
            pageLoadStrategy: 'none',
            timeouts: { script: READ_MS, pageLoad: CALL_MS },
            'webkitgtk:browserOptions': {
              binary: process.execPath,
              args: ['--import', TSX, BROWSER, profile, String(size.width), String(size.height)],
            },
          },
        },
      },
    });
    const inSession = <T>({ path, ...rest }: Command) => send<T>({ ...rest, path: `/session/${sessionId}${path}` });
    return driverOf(inSession, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

type Send = <T>(command: Command) => Promise<T>;

function driverOf(send: Send, stop: () => Promise<void>): Driver {
  const act = async (actions: object) => {
    await send({ method: 'POST', path: '/actions', body: { actions: [actions] } });
  };
  const typeKeys = (keys: readonly string[]) =>
    act({
      type: 'key',
      id: 'keyboard',
      actions: keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    });

  const evaluate = async <T>(body: string, argument?: unknown) => {
    // `execute/async` gives a value or an error in one shape, however the engine treats a rejected
    // promise.
    const script = `const done = arguments[1];
      (async (argument) => { ${body} })(arguments[0]).then(
        (value) => done({ value: value ?? null }),
        (error) => done({ error: String(error?.stack ?? error) }),
      );`;
    const answer = await send<{ value: T } | { error: string }>({
      method: 'POST',
      path: '/execute/async',
      body: { script, args: [argument ?? null] },
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.value;
  };

  return {
    async goto(url) {
      await evaluate('window.isLeft = true');
      await send({ method: 'POST', path: '/url', body: { url } });
      await eventually(CALL_MS, {
        doing: `going to ${url}`,
        ask: () => evaluate<true | null>("return !window.isLeft && document.readyState !== 'loading' ? true : null"),
      });
    },
    evaluate,
    click: ({ x, y }) =>
      act({
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      }),
    type: (text) => typeKeys([...text]),
    press: (key) => typeKeys([KEYS[key]]),
    command: (letter) =>
      act({
        type: 'key',
        id: 'keyboard',
        actions: [
          { type: 'keyDown', value: CONTROL },
          { type: 'keyDown', value: letter },
          { type: 'keyUp', value: letter },
          { type: 'keyUp', value: CONTROL },
        ],
      }),
    async attach(selector, paths) {
      const element = await send<Record<string, string>>({
        method: 'POST',
        path: '/element',
        body: { using: 'css selector', value: selector },
      });
      const text = paths.join('\n');
      await send({ method: 'POST', path: `/element/${element[ELEMENT]}/value`, body: { text } });
    },
    async resize(size) {
      await send({ method: 'POST', path: '/window/rect', body: { ...size } });
    },
    screenshot: async () => Buffer.from(await send<string>({ method: 'GET', path: '/screenshot' }), 'base64'),
    async close() {
      await send({ method: 'DELETE', path: '' }).catch(() => null);
      await stop();
    },
    kill: stop,
  };
}

function commandsTo(address: string): Send {
  return async <T>({ method, path, body }: Command) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LAUNCH_MS),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
}
