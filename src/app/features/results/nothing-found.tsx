import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Link } from '#ui/actions/link.tsx';
import { SearchX } from 'lucide-react';
import { RESULTS } from '../../text/results.ts';

/** The retry link leads back to the field with nothing in it. */
export function NothingFound() {
  return (
    <EmptyState icon={SearchX} title={RESULTS.nothing} action={<Link href="/admin/results">{RESULTS.again}</Link>} />
  );
}
