import { createFileRoute } from '@tanstack/react-router';
import { CreateAlertScreen } from '../features/manage-alerts/alert-form-screens.tsx';

export const Route = createFileRoute('/admin/create-alerts')({ component: CreateAlertScreen });
