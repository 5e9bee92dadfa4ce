/** A mail as it leaves. `id` stays the same when it has to be sent again. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The mail server refuses this mail for good: its recipient, or its content. */
export class MailRefused extends Error {}

/** The mail server has the whole mail and has not said whether it takes it: trying again may deliver it twice. */
export class MailUnsure extends Error {}

/** The mail server cannot be asked, or takes nothing from this sender: no other mail would leave now either. */
export class MailServerAway extends Error {}

/**
 * Delivers one mail or throws; {@link MailRefused} when trying again is of little use, {@link MailUnsure} when it does
 * harm, {@link MailServerAway} when trying another one is of no use. Gives up once the signal is aborted.
 */
export type Deliver = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
