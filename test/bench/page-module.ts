import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { JSHandle } from '@playwright/test';
import type { Device } from '../e2e/device.ts';

/**
 * Puts a module of this folder into the device's page, bundled, under an address of the application itself, so that its
 * content policy accepts it. `offer` makes the address known to an open device, `load` answers a handle on the exports.
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

/** A module of this folder and all that it imports, as one script, made as small as the application's. */
export async function bundled(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: { output: { codeSplitting: false, minify: true } },
      lib: { entry: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), formats: ['es'] },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error('nothing was bundled');
  return chunk.code;
}
