import { defineConfig } from 'drizzle-kit';

/**
 * `npm run db:generate` writes a migration from the difference between the schema and the last one. The tables of the
 * resources an operator adds stand with their declarations.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/db/schema.ts', './server/*/resource.ts'],
  out: './server/db/migrations',
});
