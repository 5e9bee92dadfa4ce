import { appConfig } from '../app.config';
import { useDocumentTitle } from '../shared/document-title';

/** Sets the title of an account page, in the form of the dashboard's: "Login | Averin". */
export function useAccountTitle(title: string): void {
  useDocumentTitle(`${title} | ${appConfig.brand}`);
}
