import { lazy, Suspense } from 'react';
import type { Attachments } from './use-attachments.ts';

const PagesDialog = lazy(() => import('./pages-dialog.tsx').then((module) => ({ default: module.PagesDialog })));

/** The pages over the form; their code loads when they are first opened. */
export function PagesOverlay({ attachments }: { attachments: Attachments }) {
  if (!attachments.isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PagesDialog attachments={attachments} />
    </Suspense>
  );
}
