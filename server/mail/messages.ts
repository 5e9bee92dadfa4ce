import { type AdministratorMails, administratorMails } from './letters/administrators';
import { type LinkToReport, startWriting } from './letters/letter';
import { type MoneyMails, moneyMails } from './letters/money';
import { type PeopleMails, peopleMails } from './letters/people';
import { type RegistrationMails, registrationMails } from './letters/registration';
import { type SignInMails, signInMails } from './letters/sign-in';

/**
 * The mails of the product; each answers what goes into the outbox. None carries a secret but the codes,
 * invitations, and the links by which owners report what was not they.
 */
export interface Mails extends RegistrationMails, MoneyMails, SignInMails, PeopleMails, AdministratorMails {}

/**
 * The mails of a product that is reached at `publicUrl` and signs with `brand`. `support` is the address of the operator's
 * people, where it is known: by a build of the pages.
 */
export function createMails(
  publicUrl: string,
  brand: string,
  linkToReport: LinkToReport,
  support?: string,
): Mails {
  const writing = startWriting(publicUrl, brand, linkToReport, support);
  return {
    ...registrationMails(writing),
    ...moneyMails(writing),
    ...signInMails(writing),
    ...peopleMails(writing),
    ...administratorMails(writing),
  };
}

/** The name in an address like `Averin <no-reply@example.com>`; the bare address without one. */
export function brandOf(mailFrom: string): string {
  const name = /^\s*"?([^"<]*?)"?\s*</.exec(mailFrom)?.[1];
  return name || mailFrom;
}
