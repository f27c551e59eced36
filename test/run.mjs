// `node test/run.mjs <sequence>` runs the steps of a sequence in order and stops after the first
// step with a gate that fails. The gates of one step run side by side. Sequences: `check` (format,
// types, lint, unused exports, unit tests), `test` (format, types, lint, unused exports, build,
// vitest without screens and starts of servers, the browser tests of the promises), `all` (the same
// with every test, in three engines, and the server behind nginx) and `long` (`all` with more
// histories, more rounds and more time, and what else src/server/deploy has). The last line of the
// output is always "N passed, N failed", summed over vitest and Playwright. A gate that fails
// without a failed test counts as one failure.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { enginesMissing, nginxMissing, pdfToolsMissing } from './e2e/engines/find-engines.mjs';
import { findBrowser, shellAtHand } from './e2e/find-browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = `${root}node_modules/.cache/reports/`;
const bin = (name) => `${root}node_modules/.bin/${name}`;
const MINUTE = 60_000;
/**
 * Minutes after which a gate without tests is stopped. It takes under one on an idle machine; a
 * busy one is no failure.
 */
const HANGS = 20;
const CODE = ['src', 'sw', 'test', 'vite.config.ts'];

/**
 * The vitest projects that need neither a database nor a build. `npm run check` runs only these.
 */
const QUICK_PROJECTS = ['unit', 'alone'];
/**
 * What `npm test` runs of vitest: all but the screens, and the starts and stops of whole servers
 * (S63).
 */
const OWN_PROJECTS = [...QUICK_PROJECTS, 'build', 'server'];
const WHOLE_SERVERS = 'test/server/operation/**';

const gates = {
  format: { command: [bin('oxfmt'), '--check', ...CODE], minutes: HANGS },
  types: { command: [bin('tsc'), '-b', '--force'], minutes: HANGS },
  lint: { command: [bin('oxlint'), ...CODE], minutes: HANGS },
  // An export that only tests use is marked `@internal` where it stands.
  unused: {
    command: [bin('knip'), '--production', '--config', `${root}test/knip.json`, '--include', 'files,exports,types'],
    minutes: HANGS,
  },
  unit: vitest(QUICK_PROJECTS),
  build: { command: [process.execPath, `${root}src/server/entry/start.mjs`, '--build-only'], minutes: HANGS },
  vitest: vitest(OWN_PROJECTS, ['--exclude', WHOLE_SERVERS]),
  everything: vitest([]),
  // How the dialogs of these tests look is seen before a landing.
  promises: { ...browsers(['e2e/promises/']), env: { MALOTE_LOOKS: 'none' } },
  browsers: browsers([]),
  operate: operate([]),
  nginx: operate(['nginx']),
};

/**
 * What reads the sources alone; the types have one core, and the others need less than the rest.
 */
const SOURCES = ['types', 'format', 'lint', 'unused'];
/** What needs little of the processors stands beside what needs all of them. */
const SEQUENCES = {
  check: [SOURCES, 'unit'],
  test: [SOURCES, 'build', 'vitest', 'promises'],
  all: [SOURCES, 'build', ['everything', 'nginx'], 'browsers'],
  long: [SOURCES, 'build', 'everything', 'browsers', 'operate'],
};

/** What src/server/deploy has: these parts, or all. */
function operate(parts) {
  return {
    command: [process.execPath, '--import', 'tsx', `${root}test/operate/run.ts`, ...parts],
    minutes: HANGS,
  };
}

/** Browser tests: those under `folders`, or all. */
function browsers(folders) {
  return {
    command: [bin('playwright'), 'test', '--config', `${root}test/playwright.config.ts`, ...folders],
    minutes: 90,
    report: 'playwright',
  };
}

/** Vitest with these projects, or with all. */
function vitest(projects, options = []) {
  return {
    command: [
      bin('vitest'),
      'run',
      '--config',
      `${root}test/vitest.config.ts`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reports}vitest.json`,
      ...projects.flatMap((project) => ['--project', project]),
      ...options,
    ],
    minutes: 90,
    report: 'vitest',
  };
}

/**
 * Numbers of passed and failed tests in the report of a finished gate; null when there is no report
 * that can be read.
 */
function totals(report) {
  try {
    const found = JSON.parse(readFileSync(`${reports}${report}.json`, 'utf8'));
    if (report === 'vitest') {
      const broken = found.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
      return { passed: found.numPassedTests, failed: found.numFailedTests + broken.length };
    }
    return { passed: found.stats.expected, failed: found.stats.unexpected + found.stats.flaky };
  } catch {
    return null;
  }
}

/**
 * Runs a gate to its end. `whenEnded`: what it prints is kept until then, so that gates side by
 * side are not mixed.
 */
function run({ command, minutes }, { env, factor, whenEnded }) {
  return new Promise((resolve) => {
    const printed = [];
    const print = (bytes) => (whenEnded ? printed.push(bytes) : process.stdout.write(bytes));
    const stdio = whenEnded ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command[0], command.slice(1), { cwd: root, stdio, env });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', print);
    const tooLong = setTimeout(
      () => {
        print(`Stopped: the gate took longer than ${minutes * factor} minutes.\n`);
        child.kill('SIGTERM');
      },
      minutes * factor * MINUTE,
    );
    const stop = (signal) => child.kill(signal);
    process.once('SIGTERM', stop);
    child.on('error', (error) => print(`${error.message}\n`));
    child.on('close', (code) => {
      clearTimeout(tooLong);
      process.off('SIGTERM', stop);
      resolve({ passed: code === 0, printed });
    });
  });
}

/**
 * Runs the gates of a step side by side: the first prints as it goes, the others after it. Returns
 * the numbers of passed and failed tests.
 */
async function runStep(names, { env, factor }) {
  const began = performance.now();
  const running = names.map(async (name, index) => {
    const gate = gates[name];
    const ended = await run(gate, { env: { ...env, ...gate.env }, factor, whenEnded: index > 0 });
    return { ...ended, report: gate.report, seconds: ((performance.now() - began) / 1000).toFixed(1) };
  });
  const sum = { passed: 0, failed: 0 };
  for (const [index, name] of names.entries()) {
    process.stdout.write(`\n── ${name} ──\n`);
    const { passed, printed, report, seconds } = await running[index];
    for (const bytes of printed) process.stdout.write(bytes);
    const found = report === undefined ? null : totals(report);
    sum.passed += found?.passed ?? 0;
    sum.failed += passed ? (found?.failed ?? 0) : Math.max(1, found?.failed ?? 1);
    process.stdout.write(`── ${name}: ${passed ? 'ok' : 'FAILED'}, ${seconds} s\n`);
  }
  return sum;
}

/**
 * Printed at the start and again beside the total, because the total says nothing about a browser
 * that was not tried.
 */
function sayNotTried(engines) {
  for (const { name, missing } of engines)
    process.stdout.write(`NOT TRIED: ${name}. Missing Debian packages: ${missing}.\n`);
}

async function main(sequence) {
  const steps = SEQUENCES[sequence];
  if (steps === undefined) throw new Error(`Unknown sequence. Use one of: ${Object.keys(SEQUENCES).join(', ')}`);
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const env = { ...process.env };
  if (sequence === 'long') env.MALOTE_LONG = '1';
  const names = steps.flat();
  if (names.includes('promises') || names.includes('browsers')) {
    await findBrowser((line) => process.stdout.write(`${line}\n`));
    process.stdout.write(`Chromium: ${await shellAtHand()}\n`);
  }
  const noProxy = names.includes('nginx') ? nginxMissing() : [];
  const notTried = [...(names.includes('browsers') ? [...enginesMissing(), ...pdfToolsMissing()] : []), ...noProxy];
  sayNotTried(notTried);
  const canRun = (name) => name !== 'nginx' || noProxy.length === 0;
  const sum = { passed: 0, failed: 0 };
  for (const step of steps) {
    const { passed, failed } = await runStep([step].flat().filter(canRun), {
      env,
      factor: sequence === 'long' ? 12 : 1,
    });
    sum.passed += passed;
    sum.failed += failed;
    if (failed > 0) break;
  }
  sayNotTried(notTried);
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}

main(process.argv[2]).catch((error) => {
  process.stdout.write(`${error.message}\n\n0 passed, 1 failed\n`);
  process.exitCode = 1;
});
