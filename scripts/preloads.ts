import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screens } from '../contract/paths';
import { z } from '../contract/zod';

/** The screens people come to first, and the modules each fetches once the app has started. */
const screenModules = {
  [screens.login]: ['src/auth/AuthLayout.tsx', 'src/auth/LoginPage.tsx'],
  [screens.register]: ['src/auth/AuthLayout.tsx', 'src/auth/RegisterPage.tsx'],
  [screens.dashboard]: ['src/app/InvestorArea.tsx', 'src/investor/dashboard/DashboardPage.tsx'],
};
const app = 'app.html';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** The files of modules and of all they import at once. */
function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const keys = new Set(modules);
  const files = new Set<string>();
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}`);
    files.add(`/${chunk.file}`);
    for (const next of chunk.imports) keys.add(next);
  }
  return files;
}

/** Which scripts each of those screens needs, the app's own first; from the manifest of a build. */
export function readPreloads(folder: string): Record<string, string[]> {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')),
  );
  return Object.fromEntries(
    Object.entries(screenModules).map(([path, modules]) => [path, [...filesOf(manifest, [app, ...modules])]]),
  );
}
