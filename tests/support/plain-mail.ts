import type { MailSeal } from '../../server/mail/seal';

/** Mails that are stored as they are: a server opens what it has sealed itself, and a test makes these beside it. */
export const plainMail: Pick<MailSeal, 'hide'> = { hide: (text) => text };
