// How other applications hand files to this one: the manifest tells the system, and the worker
// answers (sw/share.ts).

/** Addresses of the client; none of them is the server's. */
export const SHARE = {
  action: '/compartilhar',
  /** The form of a new document. */
  form: '/admin/create-documents',
  /** Where the person is asked what becomes of it (S173). */
  held: '/admin/home',
  /** The device holds no person's data yet, so nothing was kept. The person logs in first. */
  refused: '/login?compartilhado=recusado',
  /** The form without what was shared, because the device could not keep it. */
  failed: '/admin/create-documents?compartilhado=falhou',
} as const;

/** Names of the parts of the posted form. */
export const SHARE_PARTS = { title: 'title', files: 'files' } as const;

/** Said of a file that the device could not keep. */
export function sharedNotKeptText(name: string): string {
  return `${name}: não foi possível guardar este arquivo no aparelho. Libere espaço e compartilhe-o de novo.`;
}

export type SharePart = keyof typeof SHARE_PARTS;
