// Build time only. The library gives each shape of an icon a key at random, and each icon names of which it makes classes.
// Nothing here reads either, and text at random is what gzip can't make smaller (S134). If a new version of the library
// writes its icons differently, the build fails, so that this file is looked at again.

/** The library's modules of one icon each, and their index. */
export const ICON_MODULE = /[/\\]lucide-react[/\\]dist[/\\]esm[/\\]icons[/\\][^/\\]+\.mjs$/;

const NAMES_ALONE = 'export { default';
const NAMES = /name: "[^"]*",|aliases: \[[^[\]]*\]/g;
const KEYS = /,(?: |\n {8})key: "[^"]*"/g;
const USELESS_READ = '__iconData.node;\n';

/** Returns the module with the shapes of its icon alone. Throws when what it leaves out is not in it. */
export function iconShapes(code: string): string {
  if (code.includes(NAMES_ALONE)) return code;
  const shapes = code.replaceAll(NAMES, '').replaceAll(KEYS, '').replace(USELESS_READ, '');
  if (!code.includes('  name:') || !code.includes('key:') || /\b(?:name|aliases|key):/.test(shapes)) {
    throw new Error('the library writes its icons differently: look at icon-shapes.ts');
  }
  return shapes;
}
