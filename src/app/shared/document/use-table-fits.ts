import { useMedia } from '../../device/use-media.ts';

/** Whether documents are shown as a table: beside the columns of fixed width a title needs room for its words. */
export function useTableFits(): boolean {
  return useMedia('(min-width: 1200px)');
}
