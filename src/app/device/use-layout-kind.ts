import { useMatches } from './use-media.ts';

/** Phone ≤ 425 px wide or < 480 px high; tablet up to 1023 px (the rail); desktop from 1024 px (src/ui/look.md, look 4). */
export type LayoutKind = 'phone' | 'tablet' | 'desktop';

const QUERIES = ['(max-width: 425px), (max-height: 479px)', '(min-width: 1024px)'] as const;

function kindOf([isPhone, isDesktop]: readonly boolean[]): LayoutKind {
  if (isPhone) return 'phone';
  return isDesktop ? 'desktop' : 'tablet';
}

/** For differences in structure, such as a table or cards. Sizes belong to CSS. */
export function useLayoutKind(): LayoutKind {
  return useMatches(QUERIES, kindOf);
}
