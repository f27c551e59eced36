// How other applications hand files to this one: the manifest tells the system, and the worker answers (sw/share.ts).

/** Addresses of the client; none of them is the server's. */
export const SHARE = {
  action: '/compartilhar',
  /** The form that opens with what was shared. */
  form: '/admin/create-documents',
  /** Where a person enters first. */
  refused: '/login',
} as const;

/** Names of the parts of the posted form. */
export const SHARE_PARTS = { title: 'title', files: 'files' } as const;
export type SharePart = keyof typeof SHARE_PARTS;
