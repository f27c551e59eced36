import { useLayoutKind } from '../../device/use-layout-kind.ts';

/**
 * Whether documents are shown as a table: beside the columns of fixed width a title needs room for
 * its words.
 */
export function useTableFits(): boolean {
  return useLayoutKind() === 'desktop';
}
