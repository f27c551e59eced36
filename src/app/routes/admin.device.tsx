import { createFileRoute } from '@tanstack/react-router';
import { DeviceDataScreen } from '../features/device-data/device-data-screen.tsx';

export const Route = createFileRoute('/admin/device')({ component: DeviceDataScreen });
