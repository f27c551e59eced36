// A login on a device whose database of facts is full, or has the data of another person.

import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { newKey } from '../../../test/builders/build-signed.ts';
import { buildSession } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import * as opening from '#mirror/opening/open-mirror.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { readMeta, StorageTrouble, writeMeta } from '#mirror/store/storage.ts';
import { login } from './login.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function answered(user = buildSession({ receipt_keys: [newKey().key] })): void {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('fetch', async (input: unknown) =>
    String(input).includes('/sanctum')
      ? new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } })
      : Response.json({ user }),
  );
}

/** The first `writes` writes of facts of the device find no space. */
function full(writes: number): void {
  let left = writes;
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as (...given: unknown[]) => IDBRequest<IDBValidKey>;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'facts' && (left -= 1) >= 0) throw new DOMException('full', 'QuotaExceededError');
    return Reflect.apply(put, this, given) as IDBRequest<IDBValidKey>;
  });
}

const input = { email: 'ana@pmvi.example', password: 'x', token: '' };

it('enters although the keys of receipts can not be kept', async () => {
  answered();
  full(1);
  expect(await login(input, { clock: () => NOW_MS })).toMatchObject({ kind: 'in' });
  const { lastPerson, receiptKeys } = await readDeviceFacts();
  expect(lastPerson).toMatchObject({ sessionEnded: false });
  expect(receiptKeys).toEqual([]);
});

it('says that there is no space when the device can not note who has entered', async () => {
  answered();
  full(Infinity);
  const message = expect.stringContaining('Não há espaço neste aparelho') as string;
  expect(await login(input, { clock: () => NOW_MS })).toMatchObject({ kind: 'refused', message });
});

it('enters although the data falls silent when lost work is looked for', async () => {
  const user = buildSession();
  answered(user);
  vi.stubGlobal('document', { cookie: `malote_unsent_${user.id}=${NOW_MS}.1.${'0'.repeat(32)}` });
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const trouble = new StorageTrouble('silent', null);
  const open = opening.openAnsweringMirror;
  const opened = vi.spyOn(opening, 'openAnsweringMirror');
  opened.mockImplementationOnce(open).mockImplementationOnce(open).mockRejectedValueOnce(trouble);
  expect(await login(input, { clock: () => NOW_MS })).toMatchObject({ kind: 'in', hasLost: false });
  expect(opened).toHaveBeenCalledTimes(3);
  expect(reported).toHaveBeenCalledWith(trouble);
});

it('turns away a person of another tenant who has the number of the person whose data is here', async () => {
  const here = buildSession();
  const { mirror } = await opening.openAnsweringMirror(here.id);
  await writeMeta(mirror, { name: 'session', value: here });
  // The tenant itself has moved, and has another number there.
  const moved = buildSession({ tenant: { ...here.tenant, id: here.tenant.id + 1 } });
  answered(moved);
  expect(await login(input, { clock: () => NOW_MS })).toMatchObject({ kind: 'in' });
  answered(buildSession({ tenant: { ...here.tenant, acronym: 'CMVI' } }));
  const message = expect.stringContaining(here.tenant.name) as string;
  expect(await login(input, { clock: () => NOW_MS })).toMatchObject({ kind: 'refused', message });
  expect((await readMeta(mirror, 'session'))?.tenant.acronym).toBe(moved.tenant.acronym);
});
