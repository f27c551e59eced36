import { isCalendarDay } from '#domain/dates.ts';
import { createFileRoute } from '@tanstack/react-router';
import { CreateHolidayScreen } from '../features/calendar/holiday-form-screens.tsx';
import { formSearch } from '../shared/manage/manage-search.ts';

export const Route = createFileRoute('/admin/create-holidays')({
  validateSearch: (raw: Record<string, unknown>) => {
    const { dia } = raw;
    return { ...formSearch(raw), ...(typeof dia === 'string' && isCalendarDay(dia) ? { dia } : {}) };
  },
  component: Create,
});

function Create() {
  const { editar = null, dia = null } = Route.useSearch();
  return <CreateHolidayScreen key={editar ?? dia} editing={editar} day={dia} />;
}
