/** Names of the keys in the browser's local storage (docs/rules.md, "Sessions" and "Theme"). */
export const storageKeys = {
  token: 'token',
  email: 'email',
  theme: 'theme',
  /** Why the token was removed, for the other tabs. */
  sessionEnd: 'session-end',
} as const;
