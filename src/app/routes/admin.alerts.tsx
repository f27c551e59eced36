import { createFileRoute } from '@tanstack/react-router';
import { AlertsScreen } from '../features/alerts/alerts-screen.tsx';

export const Route = createFileRoute('/admin/alerts')({ component: AlertsScreen });
