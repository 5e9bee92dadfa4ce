import { QueryClientProvider } from '@tanstack/react-query';
import { DocumentsGate } from '../investor/documents/DocumentsGate';
import { askOpenDocuments } from '../investor/documents/own-documents';
import InvestorLayout from '../investor/InvestorLayout';
import { queryClient } from '../shared/query-client';

/** Asks for what the pages wait for, while their code comes. */
export async function ready(): Promise<void> {
  askOpenDocuments(queryClient);
}

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
