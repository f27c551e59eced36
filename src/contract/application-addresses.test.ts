import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { APPLICATION_ADDRESSES, isApplicationAddress } from './application-addresses.ts';

/** The addresses that the router derives from the file names of routes. */
function addressesOfRoutes(): string[] {
  const names = readdirSync(fileURLToPath(new URL('../app/routes', import.meta.url)));
  const paths = names
    .filter((name) => !name.startsWith('__'))
    .map((name) => name.replace(/\.tsx$/, '').split('.'))
    .map((parts) => `/${parts.filter((part) => part !== 'index').join('/')}`);
  return [...new Set(paths)].toSorted();
}

describe('the addresses of screens', () => {
  it('the addresses of screens are those of the routes', () => {
    expect(APPLICATION_ADDRESSES.toSorted()).toEqual(addressesOfRoutes());
  });

  it.each(['/', '/admin', '/admin/', '/Admin/Home', '/admin/view-document/12', '/admin/results/caf%C3%A9%2F1'])(
    'a screen has the address %s',
    (path) => expect(isApplicationAddress(path)).toBe(true),
  );

  it.each(['/livez', '/admin/livez', '/admin/view-document', '/admin/view-document/12/13', '/admin//home', '//'])(
    'no screen has the address %s',
    (path) => expect(isApplicationAddress(path)).toBe(false),
  );
});
