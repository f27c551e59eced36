import { createFileRoute } from '@tanstack/react-router';
import { ResetScreen } from '../features/login/reset-screen.tsx';

/** The address of the recovery link: the token in the path, the e-mail in the query. */
export const Route = createFileRoute('/password-reset/$token')({
  validateSearch: (search: Record<string, unknown>): { email?: string } =>
    typeof search['email'] === 'string' ? { email: search['email'] } : {},
  component: Reset,
});

function Reset() {
  const { token } = Route.useParams();
  const { email } = Route.useSearch();
  return <ResetScreen token={token} email={email ?? ''} />;
}
