import type { ReportedMail } from '../../../contract/enums';
import { screens } from '../../../contract/paths';
import { type Block, renderLetter } from '../layout';
import type { Mail } from '../outbox';
import { endMoment } from './facts';

/** Whose account a mail is about: who gets the link "This was not me" in it. */
export interface Owner {
  id: string;
  email: string;
}

/** Makes the address of the page that the link "This was not me" of a mail leads to. */
export type LinkToReport = (userId: string, about: ReportedMail) => string;

/** What letters are written with, and the parts that several have. */
export interface Writing {
  /** A mail whose heading is its subject. */
  letter(to: string, subject: string, blocks: readonly Block[]): Mail;
  /** A link to a screen of the product. */
  link(label: string, screen: string): Block;
  /** How a person reaches the operator's people, within a sentence. */
  writeToUs: string;
  /** The link "This was not me" of a mail, and what it does. */
  ifNotYou(ownerId: string, about: ReportedMail): readonly Block[];
  /** Until when pending withdrawals wait; nothing where there are none. */
  waiting(until: Date | undefined): readonly Block[];
  /** The link to the own transactions. */
  transactions: Block;
}

/** As {@link createMails} (../messages.ts) says. */
export function startWriting(
  publicUrl: string,
  brand: string,
  linkToReport: LinkToReport,
  support?: string,
): Writing {
  const link: Writing['link'] = (label, screen) => ({ link: { label, url: `${publicUrl}${screen}` } });
  const transactions = link('See your transactions', screens.transactions);
  return {
    letter: (to, subject, blocks) => ({
      to,
      subject,
      ...renderLetter({ brand, heading: subject, blocks }),
    }),
    link,
    writeToUs: support ? `write to us at ${support}` : 'write to us',
    ifNotYou: (ownerId, about) => [
      'If this was not you, say so at once: on the page that opens, one press blocks withdrawals, ends all sessions and voids your password. The link is yours alone; do not pass this mail on.',
      { link: { label: 'This was not me', url: linkToReport(ownerId, about) } },
    ],
    waiting: (until) =>
      until === undefined
        ? []
        : [
            `Your pending withdrawals are not paid before ${endMoment(until)}, so that you can cancel one that is not yours.`,
            transactions,
          ],
    transactions,
  };
}
