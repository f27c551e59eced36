import { createFileRoute } from '@tanstack/react-router';
import { ResultsScreen } from '../features/results/results-screen.tsx';
import { resultsSearch } from '../features/results/results-search.ts';

export const Route = createFileRoute('/admin/results/$search')({ validateSearch: resultsSearch, component: Results });

function Results() {
  const { search } = Route.useParams();
  const { aba } = Route.useSearch();
  return <ResultsScreen key={search} text={search} tab={aba ?? 'documentos'} />;
}
