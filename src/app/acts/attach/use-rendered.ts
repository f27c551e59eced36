import type { DraftPage } from '#mirror/store/draft-row.ts';
import { useEffect, useRef, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import type { PageWorker } from './page-work.ts';
import { pictureOf } from './picture-of.ts';

export type Rendering = {
  /** The turns, crop and tone with which the page was rendered (`editsKey`). */
  readonly key: string;
  /** Null when the picture could not be read. */
  readonly made: { readonly jpeg: Blob; readonly thumbAddress: string } | null;
};

/**
 * The rendered pages of the PDF, by the ids of their files. They are rendered one after the other
 * and ahead of joining, so the shown sizes are exact and joining takes no time. A page that changes
 * gets a new object; the others keep theirs.
 */
export function useRendered(worker: PageWorker, pages: readonly DraftPage[]): ReadonlyMap<string, Rendering> {
  const { mirror } = useProfile();
  const [rendered, setRendered] = useState<ReadonlyMap<string, Rendering>>(new Map());
  const addresses = useRef(new Map<string, string>());
  const next = pages.find((page) => rendered.get(page.fileId)?.key !== editsKey(page));

  useEffect(() => {
    if (next === undefined) return undefined;
    const { fileId } = next;
    const key = editsKey(next);
    let isOver = false;
    const keep = (made: Rendering['made']) => {
      if (!isOver) setRendered((before) => new Map(before).set(fileId, { key, made }));
    };
    async function make(page: DraftPage) {
      const photo = await pictureOf(mirror, page);
      const { jpeg, thumb } = await worker.ask('render', { photo, edits: page });
      if (isOver) return;
      URL.revokeObjectURL(addresses.current.get(fileId) ?? '');
      const thumbAddress = URL.createObjectURL(thumb);
      addresses.current.set(fileId, thumbAddress);
      keep({ jpeg, thumbAddress });
    }
    make(next).catch(() => keep(null));
    return () => {
      isOver = true;
    };
  }, [worker, mirror, next]);

  useEffect(() => {
    const kept = addresses.current;
    return () => {
      for (const address of kept.values()) URL.revokeObjectURL(address);
      kept.clear();
    };
  }, []);

  return rendered;
}

/** A key of the turns, crop and tone that were chosen for a page. */
export function editsKey({ turns, corners, isBlackAndWhite }: DraftPage): string {
  return JSON.stringify([turns, corners, isBlackAndWhite]);
}
