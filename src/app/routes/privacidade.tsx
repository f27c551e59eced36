import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '../features/about/privacy-page.tsx';

export const Route = createFileRoute('/privacidade')({ component: PrivacyPage });
