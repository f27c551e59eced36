import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Link } from '#ui/actions/link.tsx';
import { SearchX } from 'lucide-react';
import { RESULTS } from '../../text/results.ts';

/** The result of a search that finds nothing. The link leads back to an empty search field. */
export function NothingFound() {
  return (
    <EmptyState icon={SearchX} title={RESULTS.nothing} action={<Link href="/admin/results">{RESULTS.again}</Link>} />
  );
}
