/** Why a backup, a restore or a drill could not be done; the message is for people. */
export class BackupError extends Error {}
