import { ACCESS_KINDS, type AccessKind } from '#domain/accesses.ts';
import { isCalendarDay } from '#domain/dates.ts';
import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen, type AuditSearch } from '../features/audit/audit-screen.tsx';
import type { AuditTab } from '../text/manage/audit.ts';

const numberOf = (raw: unknown): number | undefined => {
  const number = Number(raw);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};
const dayOf = (raw: unknown): string | undefined => (typeof raw === 'string' && isCalendarDay(raw) ? raw : undefined);

/** Spelled out here: an import of the audit's words would load them with the login. */
const TABS: Readonly<Record<AuditTab, true>> = { documento: true, pessoa: true, atos: true };

/** The question is part of the address, so that an answer can be linked and opened again. */
export const Route = createFileRoute('/admin/audit')({
  validateSearch: (raw: Record<string, unknown>): AuditSearch => {
    const entries = {
      aba: Object.hasOwn(TABS, String(raw['aba'])) ? (raw['aba'] as AuditSearch['aba']) : undefined,
      documento: numberOf(raw['documento']),
      pessoa: numberOf(raw['pessoa']),
      de: dayOf(raw['de']),
      ate: dayOf(raw['ate']),
      o: ACCESS_KINDS.find((kind): kind is AccessKind => kind === raw['o']),
      pagina: numberOf(raw['pagina']),
    };
    return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
  },
  component: Audit,
});

function Audit() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <AuditScreen search={search} onSearch={(next) => void navigate({ search: next })} />;
}
