// The table of what opens over a screen (overlays.ts) is whole: every file that opens something is
// in it, and every look is taken.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { OVERLAYS } from './overlays.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const IMPORT = /^import \{([^}]*)\} from '([^']*)';$/gm;
/** What opens over a screen, by the end of the path that it is imported from. */
const OPENERS = [
  ['overlays/dialog.tsx', ['Dialog']],
  ['overlays/confirm-dialog.tsx', ['ConfirmDialog']],
  ['overlays/popover.tsx', ['Popover', 'AnchoredPopover']],
  ['overlays/menu.tsx', ['Menu']],
  ['overlays/palette.tsx', ['Palette']],
  ['/act-dialog.tsx', ['ActDialog']],
  ['react-aria-components', ['Popover', 'Modal', 'Tooltip', 'Tooltip as AriaTooltip', 'Popover as AriaPopover']],
] as const;

/** Each file below a folder of the project that ends so, by its path below it, with its text. */
function filesBelow(folder: string, ending: string): [path: string, text: string][] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => [path, readFileSync(`${ROOT}${folder}/${path}`, 'utf8')]);
}

/** `overlays` is the room of the mechanisms; the kit's page is no screen. */
const isRead = (path: string) => !/^ui\/(kit|overlays)\//.test(path);

function opensSomething(source: string): boolean {
  return [...source.matchAll(IMPORT)].some(([, names = '', from = '']) => {
    const imported = names.split(',').map((name) => name.trim());
    return OPENERS.some(([path, openers]) => from.endsWith(path) && openers.some((one) => imported.includes(one)));
  });
}

it('every file that opens something over a screen is in the table of looks, and no other', () => {
  const opening = filesBelow('src', '.tsx')
    .filter(([path, text]) => isRead(path) && opensSomething(text))
    .map(([path]) => path);
  expect(Object.keys(OVERLAYS)).toEqual(opening.toSorted());
});

it('every look of the table is taken by one browser test', () => {
  const tests = filesBelow('test/e2e', '.e2e.ts').map(([, text]) => text);
  const looks = [...new Set(Object.values(OVERLAYS).flatMap(Object.keys))];
  const takenBy = (look: string) =>
    tests.filter((text) => text.includes('lookAt') && text.includes(`'${look}'`)).length;
  expect(Object.fromEntries(looks.map((look) => [look, takenBy(look)]))).toEqual(
    Object.fromEntries(looks.map((look) => [look, 1])),
  );
});
