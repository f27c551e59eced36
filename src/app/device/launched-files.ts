// Files that a person opened with the installed application ("Abrir com"). Only Chromium on
// computers has this; elsewhere files are dropped on the form.

import { useEffect, useRef } from 'react';

type Launch = { readonly files?: readonly { getFile: () => Promise<File> }[] };
type LaunchQueue = { readonly setConsumer: (take: (launch: Launch) => void) => void };

/**
 * Calls `onFiles` with the files that the system opened and that can be read; the browser hands
 * each launch over once.
 */
export function useLaunchedFiles(onFiles: (files: File[]) => void): void {
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const { launchQueue } = globalThis as { readonly launchQueue?: LaunchQueue };
    launchQueue?.setConsumer(({ files = [] }) => {
      if (files.length === 0) return;
      // A file that was removed since it was opened does not keep out the others.
      void Promise.allSettled(files.map((file) => file.getFile())).then((opened) =>
        take.current(opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))),
      );
    });
  }, []);
}
