import { defineConfig } from 'drizzle-kit';

/**
 * `npx drizzle-kit generate --config src/server/db/drizzle.config.ts --name <what>` writes the next
 * migration.
 */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/server/db/schema/*.ts',
  out: './src/server/db/migrations',
});
