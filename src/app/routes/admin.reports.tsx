import { createFileRoute } from '@tanstack/react-router';
import { type ReportsAddress, ReportsScreen } from '../features/reports/reports-screen.tsx';

/**
 * The question is part of the address, so that a report can be linked and opened again. The screen
 * validates it.
 */
export const Route = createFileRoute('/admin/reports')({
  validateSearch: (raw: Record<string, unknown>): ReportsAddress => raw,
  component: Reports,
});

function Reports() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <ReportsScreen address={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />;
}
