import { createFileRoute } from '@tanstack/react-router';
import { HelpScreen } from '../features/help/help-screen.tsx';

export const Route = createFileRoute('/admin/help')({
  validateSearch: (raw: Record<string, unknown>): { aba?: 'fluxos' } =>
    raw['aba'] === 'fluxos' ? { aba: 'fluxos' } : {},
  component: Help,
});

function Help() {
  const { aba } = Route.useSearch();
  return <HelpScreen tab={aba ?? 'modelos'} />;
}
