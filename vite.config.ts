// The build of the client (src/app/index.html) and its service worker (sw/main.ts), out of the parts in src/build;
// build-server.mjs there builds the server.

import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { namedFiles } from './src/build/named-files.ts';
import { pdfLibraryFiles } from './src/build/pdf-library-files.ts';
import { rightPlural, WORDS_MODULE } from './src/build/right-plural.ts';
import { webManifest } from './src/build/web-manifest.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const files = namedFiles(at);

/** Where `npm run dev` finds the server while Vite answers on its own port. */
const server = process.env['MALOTE_SERVER'] ?? 'http://127.0.0.1:3000';
const SERVER_PATHS = ['/api', '/health', '/login', '/logout', '/forgot-password', '/reset-password', '/sanctum'];

/** The parts that a first visit asks for before a worker can have them. */
const FIRST_VISIT = /^assets\/(?:login|human-check)-[^/]+$/;

export default defineConfig({
  root: at('src/app'),
  publicDir: at('public'),
  cacheDir: at('node_modules/.cache/vite'),
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
    pdfLibraryFiles(),
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
        globPatterns: [
          '**/*.{js,css,html,svg}',
          'assets/{inter,public-sans,source-serif}*.woff2',
          // Without the maps of characters: `maps.pack` has them.
          'assets/pdf-*/*.{wasm,pack,pfb,ttf,icc}',
        ],
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
          groups: files.map((file, place) => ({ ...file, priority: files.length - place })),
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
