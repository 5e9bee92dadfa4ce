/** Names of the keys in the browser's local storage (docs/rules.md, "Sessions" and "Theme"). */
export const storageKeys = { token: 'token', email: 'email', theme: 'theme' } as const;
