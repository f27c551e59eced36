import { createFileRoute } from '@tanstack/react-router';
import { CreateUserScreen } from '../features/manage-users/user-form-screens.tsx';

export const Route = createFileRoute('/admin/create-users')({ component: CreateUserScreen });
