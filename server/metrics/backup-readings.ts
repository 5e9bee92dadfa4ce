import type { Backups } from '../backup/schedule';
import type { Reading } from './metrics';

/** How the backups of the embedded database stand; nothing is told of what there has not been. */
export function backupReadings({ state }: Pick<Backups, 'state'>): Reading[] {
  const since = (date: Date | null) =>
    date === null ? undefined : Math.max(0, (Date.now() - date.getTime()) / 1_000);
  return [
    {
      name: 'backup_age_seconds',
      help: 'Since the newest backup was whole; missing before the first one.',
      read: async () => since((await state()).newest),
    },
    {
      name: 'backup_log_wait_seconds',
      help: 'How long the oldest file of the log has waited for the archive; 0 when none does.',
      read: async () => since((await state()).waiting.since) ?? 0,
    },
    {
      name: 'backup_problems',
      help: 'What of archive, backup and drill cannot be done at present.',
      read: async () => (await state()).problems.length,
    },
    {
      name: 'backup_drill_passed',
      help: 'Whether the last drill restored a backup whose books held: 1, or 0; missing before the first one.',
      read: async () => {
        const { drill } = await state();
        return drill === null ? undefined : Number(drill.passed);
      },
    },
  ];
}
