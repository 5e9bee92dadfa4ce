import { defineConfig } from 'drizzle-kit';

/**
 * The tables of an operator's own resources, beside their declarations, and the migrations that make them: apart from the
 * product's, so that a new version of the product and they do not meet (docs/extending.md, "Taking a new version").
 */
export default defineConfig({
  dialect: 'postgresql',
  // The first has no table: drizzle-kit asks for a file also where no resource has been added.
  schema: ['./server/resources/columns.ts', './server/*/resource.ts'],
  out: './server/db/own-migrations',
});
