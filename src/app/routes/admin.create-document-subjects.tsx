import { createFileRoute } from '@tanstack/react-router';
import { CreateSubjectScreen } from '../features/manage-subjects/subject-form-screens.tsx';

export const Route = createFileRoute('/admin/create-document-subjects')({ component: CreateSubjectScreen });
