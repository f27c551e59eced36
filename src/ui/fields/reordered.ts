/**
 * The ids after some of them were dropped before or after another one. A drop beside one of the
 * moved ids changes nothing: React Aria offers the places beside the dragged item itself.
 */
export function reordered(
  ids: readonly string[],
  { moved, to, isAfter }: { moved: readonly string[]; to: string; isAfter: boolean },
): readonly string[] {
  if (moved.includes(to)) return ids;
  const others = ids.filter((id) => !moved.includes(id));
  const at = others.indexOf(to) + (isAfter ? 1 : 0);
  return [...others.slice(0, at), ...moved, ...others.slice(at)];
}
