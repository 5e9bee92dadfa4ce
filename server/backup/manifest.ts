import { z } from '../../contract/zod';

/** The last file of a backup, which lists all others. */
export const manifestFile = 'manifest.json';
/** In encrypted backups: what belongs to the data but was in the environment. */
export const environmentSecrets = 'secrets.env';

export const manifestSchema = z.object({
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;
