// Which engines besides Chromium are at hand: FIREFOX, then the PATH. Nothing is fetched; what is missing is named by its
// Debian package, so that a run can say what it did not try.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function firefoxAtHand() {
  return process.env.FIREFOX || onPath(['firefox-esr', 'firefox']);
}

export function webkitDriverAtHand() {
  return onPath(['WebKitWebDriver']);
}

export function displayServerAtHand() {
  return onPath(['Xvfb']);
}

export function enginesMissing() {
  const needs = [
    ['Firefox', 'firefox-esr', firefoxAtHand()],
    ['WebKit', 'webkit2gtk-driver', webkitDriverAtHand()],
    ['WebKit', 'xvfb', displayServerAtHand()],
  ];
  const missing = new Map();
  for (const [name, debianPackage, found] of needs)
    if (found === null) missing.set(name, [...(missing.get(name) ?? []), debianPackage]);
  return [...missing].map(([name, packages]) => ({ name, missing: packages.join(', ') }));
}

function onPath(names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const candidate = join(folder, name);
      if (executable(candidate)) return candidate;
    }
  return null;
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
