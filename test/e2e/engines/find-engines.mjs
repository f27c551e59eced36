// Finds the installed engines besides Chromium. Nothing is downloaded or started, so every process
// of a run finds the same. A missing one is named by its Debian package, so that a run can say
// which engines it did not try.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders of the libraries in Debian, for each kind of machine. */
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'];

export function firefoxAtHand() {
  return process.env.FIREFOX || onPath('firefox-esr');
}

export function webkitDriverAtHand() {
  return onPath('WebKitWebDriver');
}

export function displayServerAtHand() {
  return onPath('Xvfb');
}

/** Draws the pages of a PDF, to be compared with. */
export function popplerAtHand() {
  return onPath('pdftoppm');
}

/**
 * What makes scans in JPEG 2000, and what draws a PDF to be compared with: those that can't run, as
 * in `enginesMissing`.
 */
export function pdfToolsMissing() {
  const needs = { 'poppler-utils': 'pdftoppm', 'libopenjp2-tools': 'opj_compress' };
  const missing = Object.keys(needs).filter((debianPackage) => onPath(needs[debianPackage]) === null);
  return missing.length === 0 ? [] : [{ name: 'PDFs beside poppler', missing: missing.join(', ') }];
}

/** Which of nginx and openssl are missing: the tests behind a proxy need both. */
export function nginxMissing() {
  const needs = { 'nginx-light': 'nginx', openssl: 'openssl' };
  const missing = Object.keys(needs).filter((debianPackage) => findProgram(needs[debianPackage]) === null);
  return missing.length === 0 ? [] : [{ name: 'the server behind nginx', missing: missing.join(', ') }];
}

export function enginesMissing() {
  const needs = [
    ['Firefox', 'firefox-esr', firefoxAtHand()],
    ['WebKit', 'webkit2gtk-driver', webkitDriverAtHand()],
    ['WebKit', 'libwebkit2gtk-4.1-0', firstOf(LIBRARIES, { name: 'libwebkit2gtk-4.1.so.0', mode: constants.R_OK })],
    ['WebKit', 'xvfb', displayServerAtHand()],
  ];
  const missing = new Map();
  for (const [name, debianPackage, found] of needs)
    if (found === null) missing.set(name, [...(missing.get(name) ?? []), debianPackage]);
  return [...missing].map(([name, packages]) => ({ name, missing: packages.join(', ') }));
}

/** The path of an ordinary login leaves out where Debian has programs of the system. */
function findProgram(name) {
  return onPath(name) ?? firstOf(['/usr/sbin', '/sbin'], { name, mode: constants.X_OK });
}

function onPath(name) {
  return firstOf((process.env.PATH ?? '').split(delimiter), { name, mode: constants.X_OK });
}

function firstOf(folders, { name, mode }) {
  return folders.map((folder) => join(folder, name)).find((path) => allows(path, mode)) ?? null;
}

function allows(path, mode) {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
