// How other applications hand files to this one: the manifest announces it to the system, and the
// worker answers (sw/share.ts).

/** Addresses in the client for what is shared. The server answers none of them. */
export const SHARE = {
  action: '/compartilhar',
  /** The form of a new document. */
  form: '/admin/create-documents',
  /** The screen that asks the person whether to keep what was shared (S70). */
  held: '/admin/home',
  /** The device holds no person's data yet, so nothing was kept. The person logs in first. */
  refused: '/login?compartilhado=recusado',
  /** The form without the shared files, because the device could not keep them. */
  failed: '/admin/create-documents?compartilhado=falhou',
} as const;

/** Names of the parts of the posted form. */
export const SHARE_PARTS = { title: 'title', files: 'files' } as const;

/** The sentence about a file that the device could not keep. */
export function sharedNotKeptText(name: string): string {
  return `${name}: não foi possível guardar este arquivo no aparelho. Libere espaço e compartilhe-o de novo.`;
}

export type SharePart = keyof typeof SHARE_PARTS;
