import { createFileRoute } from '@tanstack/react-router';
import { CreateModelScreen } from '../features/manage-models/model-form-screens.tsx';

export const Route = createFileRoute('/admin/create-models')({ component: CreateModelScreen });
