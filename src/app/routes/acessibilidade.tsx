import { createFileRoute } from '@tanstack/react-router';
import { AccessibilityPage } from '../features/about/accessibility-page.tsx';

export const Route = createFileRoute('/acessibilidade')({ component: AccessibilityPage });
