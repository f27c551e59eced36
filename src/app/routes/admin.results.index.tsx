import { createFileRoute } from '@tanstack/react-router';
import { ResultsScreen } from '../features/results/results-screen.tsx';
import { resultsSearch } from '../features/results/results-search.ts';

export const Route = createFileRoute('/admin/results/')({ validateSearch: resultsSearch, component: Results });

function Results() {
  const { aba } = Route.useSearch();
  return <ResultsScreen text="" tab={aba ?? 'documentos'} />;
}
