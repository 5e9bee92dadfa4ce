import { serverPaths } from '../../contract/paths';

/** Of the mailbox of demo mode, in tests that start the server with `DEV_MAILBOX_KEY`. */
export const mailboxKey = 'key-of-the-mailbox-in-tests';

export const mailboxPage = `${serverPaths.devMailbox}/${mailboxKey}`;
export const mailboxList = `${mailboxPage}.json`;
