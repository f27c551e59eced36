// Finds the Chromium for the end-to-end tests: the variable CHROMIUM, the PATH, or Playwright's
// own. If there is none, Playwright downloads one, or Debian's is installed as root. If that fails
// too, one sentence says so.

import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const PLAYWRIGHT = fileURLToPath(new URL('../../node_modules/@playwright/test/cli.js', import.meta.url));
const MINUTE = 60_000;

export const NO_BROWSER =
  'Nenhum Chromium foi encontrado nem pôde ser instalado: instale um (Debian: apt-get install chromium) ou diga onde está em CHROMIUM=/caminho/do/chromium.';

let found = null;
let shellFound = null;

/**
 * Path of a Chromium that starts, without downloading anything; null if there is none. The result
 * is remembered.
 */
export async function browserAtHand() {
  found ??= await lookForBrowser();
  return found;
}

async function lookForBrowser() {
  const asked = process.env.CHROMIUM;
  if (asked) return starts(asked) ? asked : null;
  return onPath(NAMES) ?? (await playwrightsOwn());
}

/**
 * Path of the Chromium without windows, if one is installed and CHROMIUM names no other; else that
 * of `browserAtHand`. It is the same engine and takes a quarter less processor time, but it has no
 * notifications.
 */
export async function shellAtHand() {
  shellFound ??= (process.env.CHROMIUM ? null : onPath(SHELL_NAMES)) ?? (await browserAtHand());
  return shellFound;
}

/**
 * Finds a browser, and downloads or installs one if needed; `say` gets one line per attempt. Throws
 * NO_BROWSER.
 */
export async function findBrowser(say) {
  const atHand = await browserAtHand();
  if (atHand !== null) return atHand;
  if (process.env.CHROMIUM) throw new Error(`CHROMIUM=${process.env.CHROMIUM} não é um navegador que inicie.`);
  say('No Chromium at hand: asking Playwright to fetch one.');
  run([process.execPath, PLAYWRIGHT, 'install', 'chromium'], 5 * MINUTE);
  const fetched = await playwrightsOwn();
  if (fetched !== null) return fetched;
  if (process.getuid?.() === 0 && starts('apt-get')) {
    say('Installing Chromium from Debian.');
    run(['apt-get', 'update', '-q'], 3 * MINUTE);
    run(['apt-get', 'install', '-q', '-y', '--no-install-recommends', 'chromium'], 10 * MINUTE);
    const installed = onPath(NAMES);
    if (installed !== null) return installed;
  }
  throw new Error(NO_BROWSER);
}

/** Whether it starts: a downloaded browser does not start without its libraries. */
function starts(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore', timeout: MINUTE / 2 }).status === 0;
}

function onPath(names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const candidate = join(folder, name);
      if (executable(candidate) && starts(candidate)) return candidate;
    }
  return null;
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return executable(own) && starts(own) ? own : null;
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function run([command, ...args], timeout) {
  spawnSync(command, args, {
    stdio: 'inherit',
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
