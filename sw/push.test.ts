import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { writePushMessage } from '#contract/push-message.ts';
import { openMarkOf, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberPerson, rememberLeaving } from '#mirror/store/person-facts.ts';
import { announce, openDocument } from './push.ts';

const NOTICE = {
  title: 'Novo documento PMVI042',
  body: 'Agora ele está com você.',
  navigate: 'https://malote.example/admin/view-document/42',
  tag: 'PMVI042',
};
const HREF = '/admin/view-document/42';
const TEXT = writePushMessage(NOTICE);

/** A worker with these windows, newest first, and what was asked of it. */
function workerWith(...windows: { path: string; isSeen: boolean }[]) {
  const asked: unknown[] = [];
  const pages = windows.map(({ path, isSeen }) => {
    const page = {
      url: `https://outro-nome.example${path}`,
      visibilityState: isSeen ? 'visible' : 'hidden',
      postMessage: (message: unknown) => asked.push([path, message]),
      focus: async () => {
        asked.push([path, 'focus']);
        return page;
      },
    };
    return page;
  });
  const worker = {
    clients: { matchAll: async () => pages, openWindow: async (href: string) => void asked.push(['opened', href]) },
    registration: { showNotification: async (...shown: unknown[]) => void asked.push(shown) },
  };
  return { worker: worker as unknown as Parameters<typeof announce>[0], asked };
}

const ANA = { userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' };
beforeEach(() => rememberPerson(ANA));

it('a push is told to the page that is seen, which shows it itself', async () => {
  const { worker, asked } = workerWith({ path: '/login', isSeen: false }, { path: '/admin/home', isSeen: true });
  await announce(worker, TEXT);
  const { title, body } = NOTICE;
  expect(asked).toEqual([['/admin/home', { type: 'notice', title, body, href: HREF }]]);
});

it('a push is shown by the system when no page is seen, whatever address the server uses', async () => {
  const { worker, asked } = workerWith({ path: '/admin/home', isSeen: false });
  await announce(worker, TEXT);
  expect(asked).toEqual([
    [NOTICE.title, expect.objectContaining({ body: NOTICE.body, tag: NOTICE.tag, data: { href: HREF } })],
  ]);
});

it('a push is shown by the system when the page that is seen is not of /admin', async () => {
  for (const path of ['/login', '/conferir', '/privacidade']) {
    const { worker, asked } = workerWith({ path, isSeen: true }, { path: '/admin/home', isSeen: false });
    await announce(worker, TEXT);
    expect(asked).toEqual([[NOTICE.title, expect.objectContaining({ body: NOTICE.body })]]);
  }
});

it('a push about a batch leads to the list of notices, and each has the way to the choices beside it', async () => {
  const { worker, asked } = workerWith();
  const navigate = 'https://malote.example/admin/home?painel=avisos';
  await announce(worker, writePushMessage({ ...NOTICE, navigate }));
  expect(asked).toEqual([
    [
      NOTICE.title,
      expect.objectContaining({
        data: { href: '/admin/home?painel=avisos' },
        actions: [{ action: 'avisos', title: 'Escolher avisos' }],
      }),
    ],
  ]);
});

it('a push that is not ours, or comes while nobody is logged in, shows nothing', async () => {
  const { worker, asked } = workerWith();
  for (const foreign of ['', '{}', '{"web_push":8030,"notification":{"title":"x"}}']) await announce(worker, foreign);
  await rememberLeaving({ userId: 7, discardUnsent: false });
  await announce(worker, TEXT);
  await updateDeviceFacts({ lastPerson: null });
  await announce(worker, TEXT);
  expect(asked).toEqual([]);
});

it.each([
  ['closed', undefined, 0],
  ['open for another person', openMarkOf(8, Date.now()), 0],
  ['open', openMarkOf(7, Date.now()), 1],
])('a push for who did not stay logged in, with the browser %s', async (_how, value, shown) => {
  await rememberPerson({ ...ANA, staysIn: false });
  const { worker, asked } = workerWith();
  const cookieStore = { get: async () => (value === undefined ? null : { value }) };
  await announce(Object.assign(worker, { cookieStore }), TEXT);
  expect(asked).toHaveLength(shown);
});

it('without a store of cookies, an open page says that the browser was not closed', async () => {
  await rememberPerson({ ...ANA, staysIn: false });
  for (const [path, shown] of [
    ['/login', 0],
    ['/admin/home', 1],
  ] as const) {
    const { worker, asked } = workerWith({ path, isSeen: false });
    await announce(worker, TEXT);
    expect(asked).toHaveLength(shown);
  }
});

it('a pressed notification opens its document in the open window, otherwise in a new one', async () => {
  const closed: boolean[] = [];
  const notification = { data: { href: HREF }, close: () => closed.push(true) } as unknown as Notification;
  const open = workerWith({ path: '/login', isSeen: true }, { path: '/admin/outbox', isSeen: false });
  await openDocument(open.worker, { notification, action: '' });
  expect(open.asked).toEqual([
    ['/admin/outbox', 'focus'],
    ['/admin/outbox', { type: 'open', href: HREF }],
  ]);
  const none = workerWith({ path: '/login', isSeen: true });
  await openDocument(none.worker, { notification, action: '' });
  await openDocument(none.worker, { notification, action: 'avisos' });
  expect(none.asked).toEqual([
    ['opened', HREF],
    ['opened', '/admin/profile?aba=avisos'],
  ]);
  expect(closed).toHaveLength(3);
});
