// A device whose own facts can't be read or written for a while: its database does not open.

import { vi } from 'vitest';

/**
 * Breaks it until `mend` is called. `reported`: the errors that the page has reported since. `mend`
 * is part of every test that uses it.
 */
export function breakDevice(): { readonly reported: readonly unknown[]; readonly mend: () => void } {
  const open = indexedDB.open.bind(indexedDB);
  const broken = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name === 'malote-device') throw new DOMException('no storage', 'UnknownError');
    return open(name, version);
  });
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  return { reported, mend: () => broken.mockRestore() };
}
