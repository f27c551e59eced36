import { lazyPart } from '#ui/base/lazy-part.tsx';
import type { Attachments } from './use-attachments.ts';

const PagesDialog = lazyPart(async () => (await import('./pages-dialog.tsx')).PagesDialog);

/** The photographed pages, above the form. Their code loads when they are first opened. */
export function PagesOverlay({ attachments }: { attachments: Attachments }) {
  if (!attachments.isOpen) return null;
  return <PagesDialog attachments={attachments} />;
}
