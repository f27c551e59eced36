import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MAP_END, PACKED_MAPS, packMaps } from '#contract/character-maps.ts';
import type { Plugin } from 'vite';

/**
 * Folders of the library that draws PDFs with the files that it loads only when a PDF asks for
 * them: decoders of scans, maps of characters, the standard fonts and the profile of printed
 * colours.
 */
const PDF_FOLDERS = ['wasm', 'cmaps', 'standard_fonts', 'iccs'] as const;

/**
 * The files of PDF_FOLDERS. `path`: in the installed library. `name`: in the build, where the
 * licences of two folders would have one name.
 */
function pdfFilesOf(library: string): { readonly name: string; readonly path: string }[] {
  return PDF_FOLDERS.flatMap((folder) =>
    readdirSync(join(library, folder)).map((file) => ({
      name: file.startsWith('LICENSE') ? `${file}_${folder}.txt` : file,
      path: join(library, folder, file),
    })),
  );
}

/**
 * Puts the library's files into one folder of the build. The folder has the library's version in
 * its name (`pdfLibraryFolder` of open-pdf.ts), so that browsers may keep the files permanently.
 * The maps of characters are there a second time, as one file, which the service worker keeps in
 * their place (sw/caching.ts).
 */
export function pdfLibraryFiles(): Plugin {
  const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string };
  const folder = `assets/pdf-${version}`;
  return {
    name: 'pdf-library-files',
    generateBundle() {
      const maps = new Map<string, Uint8Array>();
      for (const { name, path } of pdfFilesOf(library)) {
        const source = readFileSync(path);
        if (name.endsWith(MAP_END)) maps.set(name, source);
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
      }
      this.emitFile({ type: 'asset', fileName: `${folder}/${PACKED_MAPS}`, source: packMaps(maps) });
    },
    configureServer(server) {
      const paths = new Map(pdfFilesOf(library).map(({ name, path }) => [`/${folder}/${name}`, path]));
      server.middlewares.use((...[request, response, next]) => {
        const path = paths.get(request.url ?? '');
        if (path === undefined) return next();
        if (path.endsWith('.wasm')) response.setHeader('Content-Type', 'application/wasm');
        createReadStream(path).pipe(response);
      });
    },
  };
}
