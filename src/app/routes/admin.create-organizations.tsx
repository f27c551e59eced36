import { createFileRoute } from '@tanstack/react-router';
import { CreateSectorScreen } from '../features/manage-sectors/sector-form-screens.tsx';

export const Route = createFileRoute('/admin/create-organizations')({ component: CreateSectorScreen });
