import { createFileRoute } from '@tanstack/react-router';
import { ResetScreen } from '../features/login/reset-screen.tsx';

/** The link in the e-mail: the token is in the path, the e-mail address in the query. */
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
