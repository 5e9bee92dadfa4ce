import { defineConfig } from 'drizzle-kit';

/**
 * `npm run db:generate` writes a migration from the difference between the schema and the last one. The tables of the
 * resources an operator adds have migrations of their own (own.drizzle.config.ts). Of the first release's three, `0001_schema` is as generated;
 * `0000_extensions` and `0002_triggers-and-statistics` are by hand (`npm run db:generate -- --custom --name=...`).
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema/*.ts',
  out: './server/db/migrations',
});
