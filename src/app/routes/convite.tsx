import { createFileRoute } from '@tanstack/react-router';
import { InvitedScreen } from '../features/login/invited-screen.tsx';

export const Route = createFileRoute('/convite')({ component: InvitedScreen });
