// The addresses of screens, as the router in the page knows them; `$…` stands for one part of any
// value. The server answers 200 to these addresses and 404 to all others.

export const APPLICATION_ADDRESSES: readonly string[] = [
  '/',
  '/acessibilidade',
  '/admin',
  '/admin/alerts',
  '/admin/audit',
  '/admin/calendar',
  '/admin/create-alerts',
  '/admin/create-document-subjects',
  '/admin/create-documents',
  '/admin/create-holidays',
  '/admin/create-models',
  '/admin/create-organizations',
  '/admin/create-users',
  '/admin/device',
  '/admin/edit-alert/$id',
  '/admin/edit-document-subjects/$id',
  '/admin/edit-holiday/$id',
  '/admin/edit-model/$id',
  '/admin/edit-organization/$id',
  '/admin/edit-user/$id',
  '/admin/exceptions-documents',
  '/admin/export',
  '/admin/help',
  '/admin/home',
  '/admin/import',
  '/admin/manage-alerts',
  '/admin/manage-document-subjects',
  '/admin/manage-documents',
  '/admin/manage-models',
  '/admin/manage-organizations',
  '/admin/manage-users',
  '/admin/outbox',
  '/admin/profile',
  '/admin/reports',
  '/admin/results',
  '/admin/results/$search',
  '/admin/users',
  '/admin/view-document/$id',
  '/conferir',
  '/convite',
  '/login',
  '/password-reset/$token',
  '/privacidade',
  '/recover-password',
];

/** The addresses in comparable parts: the router ignores case and a slash at the end. */
const PARTS = APPLICATION_ADDRESSES.map(partsOf);

function partsOf(address: string): string[] {
  const parts = address.toLowerCase().split('/').slice(1);
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts;
}

/** Whether a screen has this path (without the query). */
export function isApplicationAddress(path: string): boolean {
  const asked = partsOf(path);
  return PARTS.some(
    (parts) =>
      parts.length === asked.length &&
      parts.every((part, at) => (part.startsWith('$') ? asked[at] !== '' : part === asked[at])),
  );
}
