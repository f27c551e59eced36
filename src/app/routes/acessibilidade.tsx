import { createFileRoute } from '@tanstack/react-router';
import { AccessibilityPage } from '../features/about/about-pages.tsx';

export const Route = createFileRoute('/acessibilidade')({ component: AccessibilityPage });
