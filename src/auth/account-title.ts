import { screens } from '../../contract/paths';
import { appConfig } from '../app.config';
import { useDocumentTitle } from '../shared/document-title';

/** The account pages by their address, and what the titles of their documents begin with. */
export const accountPages = {
  [screens.login]: 'Login',
  [screens.register]: 'Register',
  [screens.verifyEmail]: 'Verify Email',
  [screens.resetPassword]: 'Reset Password',
  [screens.changePassword]: 'Change Password',
  [screens.invitation]: 'Invitation',
  [screens.notMe]: 'This was not me',
} as const;

export type AccountPage = keyof typeof accountPages;

/** Those whose HTML says everything to every guest: nothing in it waits for the app. */
export const wholeAsHtml: readonly AccountPage[] = [screens.login, screens.register, screens.resetPassword];

/** The title of an account page, in the form of the dashboard's: "Login | Averin". */
export const titleOf = (page: AccountPage) => `${accountPages[page]} | ${appConfig.brand}`;

/** Sets the title of the document while an account page is shown. */
export function useAccountTitle(page: AccountPage): void {
  useDocumentTitle(titleOf(page));
}
