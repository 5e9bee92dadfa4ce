import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NotMade } from './resource/fields';
import { planResource, type ResourcePlan } from './resource/plan';
import { root, run } from './run-command';

/*
 * `npm run resource -- tickets [fields]`: a new resource on both sides, with its migration and a test, ready to run
 * (docs/extending.md).
 */

async function make({ name, files }: ResourcePlan): Promise<void> {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = [...files.keys()];
  const steps = [
    { program: 'biome', args: ['check', '--write', ...paths] },
    { program: 'drizzle-kit', args: ['generate', '--config', 'server/db/drizzle.config.ts', '--name', name] },
  ];
  for (const step of steps) {
    const { code, output } = await run(step, { capture: true });
    if (code !== 0) throw new NotMade(`The files are written, but ${step.program} has failed:\n${output}`);
  }
  console.log(`Written for ${name}:
${paths.map((path) => `  ${path}`).join('\n')}
  server/db/migrations/*_${name}.sql, which makes its table

Next:
  read the migration, and make the columns and their checks what you need
  npx vitest run --project 'api on the embedded PostgreSQL' tests/api/${name}.test.ts
  npm run build && npm start, and look at /admin/${name}
  docs/extending.md says what else a declaration can do`);
}

try {
  await make(planResource(root, process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof NotMade)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
