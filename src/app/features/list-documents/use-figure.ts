import { useEffect, useState } from 'react';
import { askFigure } from '../../online/reports.ts';
import { useProfile } from '../../profile/profile.tsx';
import type { ListSearch } from './list-search.ts';

/** The ids before the server has answered. */
export const NONE_YET: ReadonlySet<number> = new Set();

type FigureState = {
  /** The server's ids of the documents; `NONE_YET` while they are not known. */
  readonly ids: ReadonlySet<number>;
  /** Why the ids are unknown, as a sentence. */
  readonly trouble?: string;
  readonly again: () => void;
};

/**
 * The documents behind a number of a report (S236). Only the server knows them, because the device
 * has no history. Undefined where the list's address names no number.
 */
export function useFigure(search: ListSearch): FigureState | undefined {
  const { session } = useProfile();
  const [tries, setTries] = useState(0);
  const { figure, figure_from: from, figure_to: to, figure_organization_id: organizationId = null } = search;
  const key = figure === undefined ? null : JSON.stringify([figure, from, to, organizationId]);
  const [answered, setAnswered] = useState<{ key: string; ids: ReadonlySet<number>; trouble?: string } | null>(null);
  useEffect(() => {
    if (key === null || figure === undefined || from === undefined || to === undefined) return undefined;
    let isOver = false;
    void askFigure({ figure, from, to, organizationId }, session.id).then((answer) => {
      if (isOver) return;
      const { ids = NONE_YET, ...trouble } = answer;
      setAnswered({ key, ids, ...trouble });
    });
    return () => {
      isOver = true;
    };
  }, [key, figure, from, to, organizationId, session.id, tries]);
  if (key === null) return undefined;
  const again = () => {
    setAnswered(null);
    setTries(tries + 1);
  };
  if (answered === null || answered.key !== key) return { ids: NONE_YET, again };
  const { key: _key, ...known } = answered;
  return { ...known, again };
}
