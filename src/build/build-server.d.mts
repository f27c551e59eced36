export const ENTRIES: readonly string[];
/** Writes main.js and its siblings into `outDir`. */
export function buildServer(outDir: string): Promise<void>;
