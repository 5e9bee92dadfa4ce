/** Letters of a reason. It goes in a header, where one letter may take nine bytes of the few kilobytes there are. */
export const reasonLength = 500;

/** What is said beneath it where it must be given. */
export const reasonHelp = 'Required. Kept in the audit log.';
