import { QueryClientProvider } from '@tanstack/react-query';
import { DocumentsGate } from '../investor/documents/DocumentsGate';
import InvestorLayout from '../investor/InvestorLayout';
import { queryClient } from '../shared/query-client';

/** The investor's pages on the one query client; the console brings it to react-admin itself. */
export default function InvestorArea() {
  return (
    <QueryClientProvider client={queryClient}>
      <DocumentsGate>
        <InvestorLayout />
      </DocumentsGate>
    </QueryClientProvider>
  );
}
