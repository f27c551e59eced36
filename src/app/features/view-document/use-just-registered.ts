import type { ThreadEntry } from '#mirror/questions/view-document.ts';
import { useEffect, useState } from 'react';

const SHOWN_MS = 4000;

/**
 * The keys of entries that changed from pencil to ink a moment ago: they show `Registrado` for four seconds (src/ui/look.md,
 * look 7).
 */
export function useJustRegistered(thread: readonly ThreadEntry[]): ReadonlySet<string> {
  const [inPencil, setInPencil] = useState<ReadonlySet<string>>(() => pencilKeys(thread));
  const [registered, setRegistered] = useState<ReadonlySet<string>>(new Set());
  const now = pencilKeys(thread);

  if (!sameKeys(now, inPencil)) {
    const inInk = new Set(thread.flatMap((entry) => (entry.pencil === null ? [entry.key] : [])));
    const turned = [...inPencil].filter((key) => inInk.has(key));
    setInPencil(now);
    if (turned.length > 0) setRegistered(new Set([...registered, ...turned]));
  }

  useEffect(() => {
    if (registered.size === 0) return;
    const timer = setTimeout(() => setRegistered(new Set()), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [registered]);

  return registered;
}

function pencilKeys(thread: readonly ThreadEntry[]): ReadonlySet<string> {
  return new Set(thread.flatMap((entry) => (entry.pencil === null ? [] : [entry.key])));
}

function sameKeys(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && [...left].every((key) => right.has(key));
}
