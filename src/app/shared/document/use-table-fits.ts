import { useLayoutKind } from '../../device/use-layout-kind.ts';

/**
 * Whether documents are shown as a table. Only a desktop has room for titles beside the fixed
 * columns.
 */
export function useTableFits(): boolean {
  return useLayoutKind() === 'desktop';
}
