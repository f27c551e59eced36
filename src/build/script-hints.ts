// Build time only. Chromium compiles a module as it arrives and then passes over what it has compiled of it before, unless the script
// has been asked for as a plain one by then (S116). So every script of a start is named in the page by such a hint.

/** What the build says of a file that it has made. */
type Built = {
  readonly fileName: string;
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
};

/** Every address behind the login, and the route whose code a start there asks for by itself. */
const FRAME = ['/admin/', 'routes/admin.tsx'] as const;

/** The same of the addresses with which most starts begin: what their screens need beside the frame. */
const SCREENS = [
  ['/admin/home', 'routes/admin.home.tsx'],
  ['/admin/manage-documents', 'routes/admin.manage-documents.tsx'],
] as const;

const PAGE_SCRIPT = /<script type="module" crossorigin src="\/([^"]+)"/g;

/**
 * Returns the built page with hints for its own scripts, and for those of each address above with hints in a template whose
 * content `ahead.ts` takes out at that address. Throws when the page or the build has not what is looked for.
 */
function withScriptHints(html: string, bundle: Readonly<Record<string, Built>>): string {
  const ofPage = [...html.matchAll(PAGE_SCRIPT)].map(([, file]) => file ?? '');
  if (ofPage.length === 0) throw new Error('the page has no scripts: look at script-hints.ts');
  const page = withImports(ofPage, bundle);
  const frame = withImports(codeOf(FRAME[1], bundle), bundle);
  const templates = [FRAME, ...SCREENS].map(([address, route]) => {
    const known = address === FRAME[0] ? page : new Set([...page, ...frame]);
    const files = [...withImports(codeOf(route, bundle), bundle)].filter((file) => !known.has(file));
    const sheets = new Set(files.flatMap((file) => [...(bundle[file]?.viteMetadata?.importedCss ?? [])]));
    return `<template data-start="${address}">${hintsFor(files)}${sheetHintsFor(sheets)}</template>`;
  });
  return html.replace('<script', () => [hintsFor(page), ...templates, '<script'].join('\n    '));
}

/** Puts the hints into the page that is built. Development has no built files. */
export const scriptHints = {
  name: 'script-hints',
  transformIndexHtml: {
    order: 'post',
    handler: (html: string, { bundle }: { readonly bundle?: Readonly<Record<string, Built>> }) =>
      bundle === undefined ? html : withScriptHints(html, bundle),
  },
} as const;

/** The files of a route's own code. */
function codeOf(route: string, bundle: Readonly<Record<string, Built>>): string[] {
  const own = Object.values(bundle).filter(({ facadeModuleId }) => facadeModuleId?.split('?')[0]?.endsWith(route));
  if (own.length === 0) throw new Error(`${route} is not in the build: look at script-hints.ts`);
  return own.map(({ fileName }) => fileName);
}

/** These files and all that they import. */
function withImports(files: readonly string[], bundle: Readonly<Record<string, Built>>): Set<string> {
  const found = new Set(files);
  // A set that grows while it is walked is walked to its end.
  for (const file of found) for (const imported of bundle[file]?.imports ?? []) found.add(imported);
  return found;
}

const hintsFor = (files: Iterable<string>) =>
  [...files].map((file) => `<link rel="preload" as="script" crossorigin href="/${file}">`).join('');

/** A script asks for its style sheets when it is being run. */
const sheetHintsFor = (files: Iterable<string>) =>
  [...files].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`).join('');
