import { createFileRoute } from '@tanstack/react-router';
import { ExportScreen } from '../features/export-everything/export-screen.tsx';

export const Route = createFileRoute('/admin/export')({ component: ExportScreen });
