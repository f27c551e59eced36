// What the system shows of the installed application: every picture is there in the size that is
// promised, and every shortcut leads to a screen.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { webManifest } from './web-manifest.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const { icons, screenshots, shortcuts, file_handlers: handlers, share_target: share, start_url: start } = webManifest;
const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];

/** `1280x800`, from the first chunk of a PNG. */
async function sizeOf(path: string): Promise<string> {
  const png = await readFile(fileOf(path));
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('every icon and picture of the manifest is a PNG of the size that it claims', async () => {
  const sizes = await Promise.all(pictures.map(({ src }) => sizeOf(`public${src}`)));
  expect(sizes).toEqual(pictures.map(({ sizes: claimed }) => claimed));
});

test('the installation shows pictures of screens for wide and for narrow windows, each with its words', () => {
  const shown = screenshots.map(({ form_factor: form }) => form);
  expect(new Set(shown)).toEqual(new Set(['wide', 'narrow']));
  expect(screenshots.filter(({ label }) => label.trim() === '')).toEqual([]);
});

test('the shortcuts are creating, searching, what is overdue and what is unsent, and lead to screens', async () => {
  expect(shortcuts.map(({ name }) => name)).toEqual(['Criar documento', 'Buscar', 'Em atraso', 'Pendências de envio']);
  const tree = await readFile(fileOf('src/app/entry/routeTree.gen.ts'), 'utf8');
  const routes = [...tree.matchAll(/fullPath: '([^']+)'/g)].map(([, path]) => path?.replace(/(?<=.)\/$/, ''));
  const led = [start, share.action, ...handlers.map(({ action }) => action), ...shortcuts.map(({ url }) => url)];
  const screens = led.filter((url) => url !== share.action).map((url) => new URL(url, 'https://malote.test').pathname);
  expect(screens.filter((path) => !routes.includes(path))).toEqual([]);
});
