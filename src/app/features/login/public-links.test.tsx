// @vitest-environment jsdom
// The frame of the login in a build that names contacts and links (rule H2). They are read when the
// module is loaded, so that the frame is loaded after they are set.

import 'fake-indexeddb/auto';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';

const CONFIGURED = {
  VITE_DEMONSTRATION_URL: 'https://demonstracao.example',
  VITE_INSTAGRAM_URL: ' https://instagram.example/malote ',
  VITE_FACEBOOK_URL: '',
  VITE_CONTACT_PHONE: '(11) 4002-8922',
  VITE_CONTACT_EMAIL: 'protocolo@vale.example',
};

/** On the panel of wide windows, and at the foot of others. */
const CONTACTS = [
  ['(11) 4002-8922', 'tel:1140028922'],
  ['protocolo@vale.example', 'mailto:protocolo@vale.example'],
];

afterEach(() => vi.unstubAllEnvs());

test('contact, demonstration and social links that are configured stand on the login, and an empty one does not', async () => {
  for (const [name, value] of Object.entries(CONFIGURED)) vi.stubEnv(name, value);
  const { PublicFrame } = await import('./public-frame.tsx');
  const root = createRoot(document.body);
  root.render(<PublicFrame>{null}</PublicFrame>);
  await vi.waitFor(() => expect(document.body.textContent).toContain('(11) 4002-8922'));
  const linksIn = (place: string) =>
    [...document.querySelectorAll(`${place} a`)].map((link) => [link.textContent, link.getAttribute('href')]);
  const links = linksIn('footer');
  expect(linksIn('aside')).toEqual(CONTACTS);
  expect(links).toEqual([
    ...CONTACTS,
    ['Conhecer o Malote', 'https://demonstracao.example'],
    ['Instagram', 'https://instagram.example/malote'],
    ['Conferir comprovante', '/conferir'],
    ['Acessibilidade', '/acessibilidade'],
    ['Privacidade', '/privacidade'],
  ]);
  root.unmount();
});

test('the contacts that the server tells for this address stand in the place of those of the build', async () => {
  for (const [name, value] of Object.entries(CONFIGURED)) vi.stubEnv(name, value);
  vi.resetModules();
  const told = {
    name: 'Prefeitura de Vale',
    logo: null,
    contact_phone: '(27) 3000-0000',
    contact_email: 'ti@vale.example',
  };
  vi.stubGlobal('fetch', async () => Response.json(told));
  const { PublicFrame } = await import('./public-frame.tsx');
  const root = createRoot(document.body);
  root.render(<PublicFrame>{null}</PublicFrame>);
  await vi.waitFor(() => expect(document.body.textContent).toContain('(27) 3000-0000'));
  const hrefs = [...document.querySelectorAll('aside a')].map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['tel:2730000000', 'mailto:ti@vale.example']);
  root.unmount();
  vi.unstubAllGlobals();
});
