import { expect, test } from 'vitest';
import type { BackupState } from './backup/schedule';
import { describeBackups } from './embedded-backups';

const now = Date.parse('2026-03-04T10:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000);
const good: BackupState = {
  every: 86_400_000,
  newest: ago(300),
  archived: ago(1),
  waiting: { files: 1, since: ago(1) },
  problems: [],
  drill: null,
};
const drill = { at: ago(60).toISOString(), report: '', backupOf: null, lastCommit: null, seconds: 3 };

test.each<[string, Partial<BackupState>, string]>([
  ['all is as it should be', {}, 'good'],
  ['there is none yet', { newest: null, archived: null }, 'none'],
  ['something fails', { problems: ['The backup: no space'] }, 'failing'],
  ['the newest is two days old', { newest: ago(2 * 24 * 60 + 1) }, 'failing'],
  ['the newest is of a time that is still to come', { newest: ago(-24 * 60) }, 'failing'],
  ['the log has waited for long', { waiting: { files: 9, since: ago(11) } }, 'failing'],
  ['the last drill failed', { drill: { ...drill, passed: false } }, 'failing'],
  ['the last drill passed', { drill: { ...drill, passed: true } }, 'good'],
])('backups of which %s', (_name, changes, state) => {
  expect(describeBackups({ ...good, ...changes }, now).state).toBe(state);
});
