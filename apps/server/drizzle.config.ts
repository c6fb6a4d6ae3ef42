import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/features/*/*.tables.ts', './src/acts/*.tables.ts', './src/db/*.tables.ts'],
  out: './migrations',
})
