import { createFileRoute, useLocation } from '@tanstack/react-router';
import { receiptSearch } from '../shared/screen/receipt-search.ts';
import { CheckReceiptScreen } from '../features/check-receipt/check-receipt-screen.tsx';

export const Route = createFileRoute('/conferir')({ validateSearch: receiptSearch, component: CheckReceipt });

function CheckReceipt() {
  const code = useLocation({ select: ({ hash }) => hash });
  const { volta = null } = Route.useSearch();
  return <CheckReceiptScreen key={code} code={code} back={volta} />;
}
