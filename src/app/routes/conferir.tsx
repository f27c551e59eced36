import { createFileRoute, useLocation } from '@tanstack/react-router';
import { CheckReceiptScreen } from '../features/check-receipt/check-receipt-screen.tsx';

export const Route = createFileRoute('/conferir')({ component: CheckReceipt });

function CheckReceipt() {
  const code = useLocation({ select: ({ hash }) => hash });
  return <CheckReceiptScreen key={code} code={code} />;
}
