import { appConfig } from '../app.config';
import { useDocumentTitle } from '../shared/document-title';
import { MessagePage } from './MessagePage';

export default function NotFoundPage() {
  useDocumentTitle(`Page not found | ${appConfig.brand}`);
  return (
    <MessagePage title="Page not found">There is no page at this address. It may have moved.</MessagePage>
  );
}
