// Budgets of the built client, read from the build's own manifest. A screen loads its entry, the
// chunk of its route, all that they import statically, and what the screen asks for at once.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../dist/client/', import.meta.url));
const KB = 1000;
const ENTRY = 'index.html';
/** A tenth of each budget stays free for what comes next. */
const FILLED = 0.9;

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly assets?: readonly string[];
};
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Readonly<Record<string, Chunk>>;

/**
 * Chunks of the manifest by their source or by the name that named-files.ts gives them; the code of
 * a route stands under its file and `?tsr-split=…`.
 */
function chunksFrom(...sources: readonly string[]): string[] {
  return sources.flatMap((source) => {
    const found = Object.keys(manifest).filter(
      (key) => key === source || key.startsWith(`${source}?`) || (key.startsWith(`_${source}-`) && key.endsWith('.js')),
    );
    if (found.length === 0) throw new Error(`${source} is not in the build`);
    return found;
  });
}

/** JavaScript files loaded for these chunks, static imports followed. */
function scriptsOf(chunks: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const scripts = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.assets ?? [])]) if (file.endsWith('.js')) scripts.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const chunk of chunks) visit(chunk);
  return scripts;
}

const gzipped = (scripts: Iterable<string>) =>
  [...scripts].reduce((sum, file) => sum + gzipSync(readFileSync(dist + file)).length, 0) / KB;

const textOf = (scripts: Iterable<string>) => [...scripts].map((file) => readFileSync(dist + file, 'utf8')).join('\n');

/**
 * Names that parts write into the page, so the code of a part holds its name also when it is
 * minified.
 */
const MARKS_OF_OPENED_PARTS = ['react-aria-Modal', 'react-aria-CalendarGrid', 'data-slate-editor'];

/**
 * Fields of forms, which a screen may have and the first load may not. The library's popover brings
 * its menu along.
 */
const MARKS_OF_LATER_PARTS = [
  ...MARKS_OF_OPENED_PARTS,
  'altcha-widget',
  'react-aria-Menu',
  'react-aria-Popover',
  'react-aria-Select',
  'react-aria-ComboBox',
];

/** The kit's own files for what is opened. */
const OPENED_PARTS = [
  'overlays/dialog-window',
  'overlays/menu-window',
  'fields/calendar-dialog',
  'fields/day-calendar',
];

describe('sizes, KB gzip of JavaScript', () => {
  it('the first load after login stays within 240 KB of JavaScript, gzip, a tenth of it free, with a bounded copy too', () => {
    const size = gzipped(scriptsOf(chunksFrom(ENTRY, 'home', 'counted', 'routes/admin.tsx', 'routes/admin.home.tsx')));
    expect(size).toBeGreaterThan(60);
    expect(size).toBeLessThanOrEqual(240 * FILLED);
  });

  it('the login stays within 160 KB of JavaScript, gzip, a tenth of it free, and within 190 KB with the human check', () => {
    const size = gzipped(scriptsOf(chunksFrom(ENTRY, 'routes/login.tsx')));
    expect(size).toBeGreaterThan(60);
    expect(size).toBeLessThanOrEqual(160 * FILLED);
    expect(gzipped(scriptsOf(chunksFrom(ENTRY, 'routes/login.tsx', 'online/human-check.ts')))).toBeLessThanOrEqual(190);
  });

  it('a start without news loads neither what applies rows nor what sends', () => {
    const first = scriptsOf(chunksFrom(ENTRY, 'home', 'routes/admin.tsx', 'routes/admin.home.tsx'));
    for (const late of chunksFrom('mirror-store', '../sync/page-sending.ts', '../ui/feedback/toast-list.tsx'))
      expect([late, ...first]).not.toContain(manifest[late]?.file);
  });

  it('a start that opens a screen of documents asks for few files', () => {
    const first = scriptsOf(chunksFrom(ENTRY, 'home', 'routes/admin.tsx'));
    for (const screen of ['manage-documents', 'view-document.$id']) {
      const own = [...scriptsOf(chunksFrom(`routes/admin.${screen}.tsx`))].filter((file) => !first.has(file));
      expect(own.length).toBeLessThanOrEqual(14);
    }
  });

  it('what the frame of a screen loads by itself or at a press brings no screen of documents along', () => {
    const screens = chunksFrom('list', 'document').map((chunk) => manifest[chunk]?.file);
    const parts = [
      '../ui/feedback/toast-list.tsx',
      '../sync/page-sending.ts',
      '../mirror/engine/keep-for-start.ts',
      'features/shell/connection/keep-ahead.tsx',
    ];
    for (const part of [...chunksFrom(...parts), ...chunksFrom('mirror-store', 'shell')]) {
      const scripts = scriptsOf([part]);
      for (const screen of screens) expect([part, ...scripts]).not.toContain(screen);
    }
  });

  it('the pages that open without a login load no part of the screens behind it', () => {
    const homes = chunksFrom('home').map((chunk) => manifest[chunk]?.file);
    expect(homes).toHaveLength(1);
    for (const page of ['login', 'recover-password', 'password-reset.$token', 'privacidade', 'acessibilidade'])
      expect([page, ...scriptsOf(chunksFrom(ENTRY, `routes/${page}.tsx`))]).not.toContain(homes[0]);
  });

  it('no dialog, menu, picker, editor or human check is in the first load', () => {
    const first = textOf(scriptsOf(chunksFrom(ENTRY, 'home', 'routes/admin.tsx', 'routes/admin.home.tsx')));
    const everything = textOf(scriptsOf(Object.keys(manifest)));
    for (const mark of MARKS_OF_LATER_PARTS) {
      expect(first).not.toContain(mark);
      expect(everything).toContain(mark);
    }
  });

  it('no screen has the code of a dialog, menu, calendar or editor before one is opened', () => {
    const opened = chunksFrom(...OPENED_PARTS.map((part) => `../ui/${part}.tsx`)).map((key) => manifest[key]?.file);
    expect(opened).toHaveLength(OPENED_PARTS.length);
    const screens = Object.keys(manifest).filter((key) => key.startsWith('routes/'));
    expect(screens.length).toBeGreaterThan(25);
    for (const screen of screens) {
      const scripts = scriptsOf(chunksFrom(ENTRY, 'home', 'routes/admin.tsx', screen));
      const text = textOf(scripts);
      const early = [
        ...opened.filter((file) => file !== undefined && scripts.has(file)),
        ...MARKS_OF_OPENED_PARTS.filter((mark) => text.includes(mark)),
      ];
      expect([screen, early]).toEqual([screen, []]);
    }
  });

  it('every screen but the home is a chunk of its own, outside of the first load', () => {
    const first = scriptsOf(chunksFrom(ENTRY, 'home', 'routes/admin.tsx', 'routes/admin.home.tsx'));
    const others = Object.keys(manifest).filter((key) => /^routes\/admin\.(?!home\.|tsx)/.test(key));
    expect(others.length).toBeGreaterThan(20);
    for (const screen of others) expect([screen, ...first]).not.toContain(manifest[screen]?.file);
  });

  it('the build holds no part of the kit page, which is for development', () => {
    const built = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    const texts = built
      .filter((name) => /\.(?:js|html|css|json)$/.test(name))
      .map((name) => readFileSync(dist + name, 'utf8'));
    expect(texts.length).toBeGreaterThan(20);
    expect(built.filter((name) => /(?:^|\/)kit/.test(name))).toEqual([]);
    expect(texts.filter((text) => /ui\/kit\/|kit\.html|Lápis e Tinta: peças/.test(text))).toEqual([]);
  });

  it('the worker precaches every script, style and font that the client needs offline', () => {
    const worker = readFileSync(`${dist}sw.js`, 'utf8');
    for (const file of scriptsOf(Object.keys(manifest))) expect(worker).toContain(file);
  });
});

describe('compressed files', () => {
  it('stand beside each text of the client, and hold the same', () => {
    const texts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|css|html|svg)$/.test(name),
    );
    const large = texts.filter((name) => statSync(dist + name).size >= 1024);
    expect(large.length).toBeGreaterThan(20);
    const differing = large.filter((name) => {
      const bytes = readFileSync(dist + name);
      const [brotli, gzip] = [readFileSync(`${dist}${name}.br`), readFileSync(`${dist}${name}.gz`)];
      return !brotliDecompressSync(brotli).equals(bytes) || !gunzipSync(gzip).equals(bytes);
    });
    expect(differing).toEqual([]);
  });
});
