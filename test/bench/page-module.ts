import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { JSHandle } from '@playwright/test';
import type { Device } from '../e2e/device.ts';

/**
 * Bundles a module of this folder and serves it to the device's page under an address of the
 * application, so that its content policy accepts it. `offer` makes the address known to an open
 * device, `load` returns a handle on the exports.
 */
export async function pageModule<Exports>(
  name: string,
): Promise<{ offer(device: Device): Promise<void>; load(device: Device): Promise<JSHandle<Exports>> }> {
  const address = `/bench/${name}.js`;
  const code = await bundled(name);
  return {
    async offer(device) {
      await device.context.route(`**${address}`, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: code }),
      );
    },
    load: (device) => device.page.evaluateHandle((at) => import(at) as Promise<Exports>, address),
  };
}

/** A module of this folder with all its imports, as one script, minified like the application's. */
export async function bundled(name: string): Promise<string> {
  const [script] = Object.values(await built(name, { codeSplitting: false }));
  if (script === undefined) throw new Error('nothing was bundled');
  return script;
}

/**
 * The bundle as scripts by file name. `<name>.js` comes first; modules behind `import()` are
 * separate files.
 */
export async function bundledInParts(name: string): Promise<Readonly<Record<string, string>>> {
  return built(name, {});
}

async function built(name: string, output: { codeSplitting?: boolean }): Promise<Readonly<Record<string, string>>> {
  const result = await build({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: { preserveEntrySignatures: 'allow-extension', output: { ...output, minify: true } },
      lib: {
        entry: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
        formats: ['es'],
        fileName: () => `${basename(name)}.js`,
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  return Object.fromEntries(outputs.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.code]] : [])));
}
