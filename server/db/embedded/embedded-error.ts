/** Why the embedded PostgreSQL cannot run, and what the operator can do; the message is for people. */
export class EmbeddedError extends Error {}

/** The last part of every message that leaves no other way. */
export const otherWays = `Ways out:
  - start as another user, one that is not root
  - set DATA_DIR to another folder
  - set DATABASE_URL to a PostgreSQL server of your own`;

/** Another process has the data folder, and runs its database. */
export class FolderInUse extends EmbeddedError {}
