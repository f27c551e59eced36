// Contact, demonstration and social links of the login come from configuration at build time; an
// empty one is hidden (rule H2).

export type PublicLink = { readonly text: string; readonly href: string };

function configured(name: string): string {
  const value: unknown = import.meta.env[name];
  return typeof value === 'string' ? value.trim() : '';
}

const SOCIAL: readonly (readonly [text: string, name: string])[] = [
  ['Conhecer o Malote', 'VITE_DEMONSTRATION_URL'],
  ['Instagram', 'VITE_INSTAGRAM_URL'],
  ['Facebook', 'VITE_FACEBOOK_URL'],
];

export const PUBLIC_LINKS: readonly PublicLink[] = SOCIAL.flatMap(([text, name]) => {
  const href = configured(name);
  return href === '' ? [] : [{ text, href }];
});

export const CONTACT_PHONE: string = configured('VITE_CONTACT_PHONE');
export const CONTACT_EMAIL: string = configured('VITE_CONTACT_EMAIL');

/** A telephone number as people write it, such as `(11) 4002-8922`, as an address that dials it. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
}
