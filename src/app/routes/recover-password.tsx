import { createFileRoute } from '@tanstack/react-router';
import { RecoverScreen } from '../features/login/recover-screen.tsx';

export const Route = createFileRoute('/recover-password')({ component: RecoverScreen });
