// The build of the client (src/app/index.html) and its service worker (sw/main.ts); src/server/entry/start.mjs builds the server.

import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { scriptHints } from './src/app/entry/script-hints.ts';
import { webManifest } from './src/app/brand/web-manifest.ts';
import { ARIA_MODULE, leanAria } from './src/ui/base/lean-aria.ts';
import { ICON_MODULE, iconShapes } from './src/ui/base/icon-shapes.ts';
import { rightPlural, WORDS_MODULE } from './src/ui/fields/right-plural.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run dev` finds the server while Vite answers on its own port. */
const server = process.env['MALOTE_SERVER'] ?? 'http://127.0.0.1:3000';
const SERVER_PATHS = ['/api', '/health', '/login', '/logout', '/forgot-password', '/reset-password', '/sanctum'];

/** The parts that a first visit asks for before a worker can have them. */
const FIRST_VISIT = /^assets\/(?:login|human-check)-[^/]+$/;

/**
 * What a start loads is built into a few files (S57), and so are the screens of documents (S91): each holds these modules and all
 * that they import, except what a file above it holds. A module that both the login and the screens behind it use belongs in `base`
 * or `fields`: built into `home` or `list`, it would make the login load all of that, which test/sizes.test.ts refuses.
 */
const NAMED_FILES = [
  { name: 'ahead', test: oneOf('src/app/entry/ahead.ts') },
  // Changes only when a library does, so an update of the application does not bring it again.
  { name: 'vendor', test: /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\// },
  {
    name: 'base',
    test: oneOf(
      'src/app/device/use-browser-online.ts',
      'src/app/entry/main.tsx',
      'src/app/online/base-url.ts',
      'src/app/shared/screen/tenant-logo.tsx',
      'src/app/text/format.ts',
      'src/app/text/grammar.ts',
      'src/app/text/names.ts',
      'src/contract/paths.ts',
      'src/domain/ticket.ts',
      'src/mirror/store/sealed-row.ts',
      'src/ui/actions/icon-button.tsx',
      'src/ui/actions/link.tsx',
      'src/ui/base/visually-hidden.tsx',
      'src/ui/fields/field.module.css',
      'src/ui/frame/skip-links.tsx',
      'node_modules/lucide-react/dist/esm/icons/arrow-left.mjs',
      'node_modules/lucide-react/dist/esm/icons/check.mjs',
      'node_modules/lucide-react/dist/esm/icons/clock.mjs',
      'node_modules/lucide-react/dist/esm/icons/cloud-off.mjs',
      'node_modules/lucide-react/dist/esm/icons/download.mjs',
      'node_modules/lucide-react/dist/esm/icons/eye.mjs',
      'node_modules/lucide-react/dist/esm/icons/eye-off.mjs',
      'node_modules/lucide-react/dist/esm/icons/file-text.mjs',
      'node_modules/lucide-react/dist/esm/icons/pencil.mjs',
      'node_modules/lucide-react/dist/esm/icons/users.mjs',
      'node_modules/lucide-react/dist/esm/icons/x.mjs',
    ),
  },
  // The login's, and every form's; the home has none.
  {
    name: 'fields',
    test: oneOf(
      'src/app/text/kept-work.ts',
      'src/contract/refusal-text.ts',
      'src/ui/feedback/banner.tsx',
      'src/ui/fields/checkbox.tsx',
      'src/ui/fields/password-field.tsx',
      'src/ui/fields/text-field.tsx',
      'node_modules/lucide-react/dist/esm/icons/info.mjs',
      'node_modules/lucide-react/dist/esm/icons/user.mjs',
      'node_modules/react-aria/dist/private/i18n/useLocalizedStringFormatter.mjs',
    ),
  },
  { name: 'network', test: oneOf('src/app/online/client.ts') },
  {
    name: 'home',
    test: oneOf(
      'src/app/acts/model/model-preview-overlay.tsx',
      'src/app/features/home/home-screen.tsx',
      'src/app/features/shell/admin-layout.tsx',
      'src/app/features/shell/leave-watch.tsx',
      'src/app/online/profile-parts.ts',
      'src/app/shared/screen/use-overlay.ts',
    ),
  },
  // What sends, the screens that show an own receipt, and the one that checks any.
  {
    name: 'receipts',
    test: oneOf('src/mirror/keep/check-receipt.ts', 'src/mirror/keep/receipt-code.ts', 'src/mirror/keep/receipts.ts'),
  },
  // What a start with news, or with work to send, has in common with the screens of documents.
  {
    name: 'writes',
    test: oneOf(
      'src/app/online/open-file.ts',
      'src/mirror/keep/cached-files.ts',
      'src/mirror/store/document-writes.ts',
      'src/mirror/store/in-lists.ts',
    ),
  },
  { name: 'check', test: oneOf('src/mirror/keep/check-receipt.ts', 'src/mirror/keep/receipt-code.ts') },
  // What the page that checks a receipt without a login shares with the documents.
  {
    name: 'receipt',
    test: oneOf(
      'src/app/device/copy-text.ts',
      'src/app/device/save-file.ts',
      'src/app/text/receipt.ts',
      'src/ui/fields/file-picker.tsx',
      'node_modules/lucide-react/dist/esm/icons/copy.mjs',
      'node_modules/lucide-react/dist/esm/icons/printer.mjs',
    ),
  },
  {
    name: 'fold',
    test: oneOf('src/mirror/apply/apply-details.ts', 'src/mirror/fold/refold.ts', 'src/mirror/keep/receipts.ts'),
  },
  // What applies rows, from whichever kind of server they come.
  { name: 'mirror-store', test: oneOf('src/mirror/apply/apply-page.ts', 'src/sync/mirror-store.ts') },
  {
    name: 'sent',
    test: oneOf(
      'src/contract/row-writes.ts',
      'src/contract/writes.ts',
      'src/mirror/keep/given-up.ts',
      'src/mirror/questions/outbox-items.ts',
    ),
  },
  { name: 'files', test: oneOf('src/app/shared/files/file-dialog.tsx', 'src/app/shared/files/use-download.ts') },
  { name: 'tip', test: oneOf('src/ui/actions/tip-bubble.tsx') },
  // What is opened from the frame of any screen.
  {
    name: 'shell',
    test: oneOf(
      'src/app/acts/leaving/own-work-dialog.tsx',
      'src/app/acts/notices/tell.ts',
      'src/app/features/home/newest-draft.tsx',
      'src/app/features/shell/menu-sheet.tsx',
      'src/app/features/shell/notifications-dialog.tsx',
      'src/app/features/shell/shortcuts.ts',
    ),
  },
  // What a bounded copy leaves out, loaded where there is one.
  {
    name: 'older',
    test: oneOf(
      'src/app/acts/listing/older-documents.tsx',
      'src/app/features/home/counted-note.tsx',
      'src/app/text/older.ts',
    ),
  },
  {
    name: 'list',
    test: oneOf('src/app/features/list-documents/list-screen.tsx', 'src/mirror/questions/copy-bound.ts'),
  },
  {
    name: 'document',
    test: oneOf(
      'src/app/acts/document/complete-dialog.tsx',
      'src/app/acts/document/extend-dialog.tsx',
      'src/app/acts/document/more-acts.tsx',
      'src/app/acts/document/reassign-dialog.tsx',
      'src/app/acts/document/transfer-dialog.tsx',
      'src/app/features/file-preview/file-preview.tsx',
      'src/app/features/resolve-conflict/resolve-conflict-dialog.tsx',
      'src/app/features/respond/reply-box.tsx',
      'src/app/features/view-document/view-document-screen.tsx',
    ),
  },
];

/** Whether a module is one of these files. */
function oneOf(...paths: readonly string[]): (id: string) => boolean {
  const ids = new Set(paths.map(at));
  return (id) => ids.has(id);
}

/** One ending for all names of a file: what a start loads holds hundreds of them, and repeated endings are compressed away. */
function classNameOf(name: string, file: string): string {
  const path = relative(at('.'), file.split('?')[0] ?? '');
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
}

export default defineConfig({
  root: at('src/app'),
  publicDir: at('public'),
  cacheDir: at('node_modules/.cache/vite'),
  css: { modules: { generateScopedName: classNameOf } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      addExtensions: true,
      // The header that stands here by default would keep the compiler from reading the generated file.
      routeTreeFileHeader: [
        '// `as any`: the generator gives `update` the id, the path and the parent of a route, which its type leaves out.',
      ],
      routesDirectory: at('src/app/routes'),
      generatedRouteTree: at('src/app/entry/routeTree.gen.ts'),
      tmpDir: at('node_modules/.cache/tanstack'),
    }),
    react(),
    // Without <I18nProvider locale="pt-BR"> around everything a browser of another language would crash in development.
    { ...optimizeLocales.vite({ locales: ['pt-BR'] }), enforce: 'pre' as const },
    { name: 'right-plural', transform: { filter: { id: WORDS_MODULE }, handler: rightPlural } },
    { name: 'lean-aria', apply: 'build', transform: { filter: { id: ARIA_MODULE }, handler: leanAria } },
    // React warns in development of shapes without keys.
    { name: 'icon-shapes', apply: 'build', transform: { filter: { id: ICON_MODULE }, handler: iconShapes } },
    scriptHints,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: at('sw'),
      filename: 'sw.js',
      registerType: 'prompt',
      injectRegister: null,
      manifest: webManifest,
      includeManifestIcons: false,
      injectManifest: {
        swSrc: at('sw/main.ts'),
        // The three fonts of the screens; the editor's others are kept at their first use (rule C11).
        globPatterns: ['**/*.{js,css,html,svg}', 'assets/{inter,public-sans,source-serif}*.woff2'],
        globIgnores: ['icons/**', 'telas/**'],
      },
      integration: {
        // The plugin renames the module that it builds; without `input` it would look for a source under the new name.
        configureCustomSWViteBuild: (config) => {
          config.logLevel = 'warn';
          config.build = {
            ...config.build,
            rollupOptions: {
              ...config.build?.rollupOptions,
              input: at('sw/main.ts'),
              output: { entryFileNames: 'sw.mjs', codeSplitting: false },
            },
          };
        },
      },
      devOptions: { enabled: true, type: 'module' },
    }),
  ],
  // The libraries' own builds for browsers of today: what is imported by their names is ES5, 2.4 KB more after gzip.
  resolve: {
    alias: [
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
      // Libraries bring along what React has had since version 18.
      { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'use-sync-external-store' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  // Found late otherwise, and the first visit in development would reload once.
  optimizeDeps: { include: ['workbox-window', 'dexie', 'valibot', 'react-aria-components'] },
  // The worker of the photographs loads the writer of PDFs when it is asked for one.
  worker: { format: 'es' },
  build: {
    outDir: at('dist/client'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // The lists of what each lazy part imports took 7 KB of the first script, after gzip. Only what the login needs keeps
    // its list: the worker has every other part by the time it is opened.
    modulePreload: {
      // A browser that does not know these hints loads the same files a moment later.
      polyfill: false,
      resolveDependencies: (...[file, parts, { hostType }]) =>
        hostType === 'html' || FIRST_VISIT.test(file) ? parts : [],
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: NAMED_FILES.map((group, place) => ({ ...group, priority: NAMED_FILES.length - place })),
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      // Screens and calls share addresses such as /login: only what is no page goes to the server.
      SERVER_PATHS.map((path) => [
        path,
        {
          target: server,
          bypass: (request: { method?: string | undefined; headers: { accept?: string | undefined } }) =>
            request.method === 'GET' && request.headers.accept?.includes('text/html') ? '/index.html' : undefined,
        },
      ]),
    ),
  },
});
