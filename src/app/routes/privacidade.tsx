import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '../features/about/about-pages.tsx';

export const Route = createFileRoute('/privacidade')({ component: PrivacyPage });
