import { createFileRoute } from '@tanstack/react-router';
import { CalendarScreen } from '../features/calendar/calendar-screen.tsx';

/** The first and last year of the calendar. */
const YEARS = { first: 2000, last: 2100 } as const;

/** The year stands in the address, so that it can be linked. */
export const Route = createFileRoute('/admin/calendar')({
  validateSearch: (raw: Record<string, unknown>): { ano?: number } => {
    const year = Number(raw['ano']);
    return Number.isInteger(year) && year >= YEARS.first && year <= YEARS.last ? { ano: year } : {};
  },
  component: Calendar,
});

function Calendar() {
  const { ano } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <CalendarScreen year={ano} onYear={(year) => void navigate({ search: { ano: year } })} />;
}
