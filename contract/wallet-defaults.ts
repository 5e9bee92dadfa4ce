/** What a new platform address begins with, on the server and in the console's form, which loads no schema for it. */
export const walletDefaults = { enabled: true } as const;
