import { z } from 'zod'

/** Describes a backup: enough to refuse one that this version cannot read, and to check that everything was restored. */
export const manifest = z.object({
  format: z.literal(1),
  /** ISO 8601 */
  madeAt: z.string(),
  /** creation time of the database's last migration, as drizzle stores it, in milliseconds */
  migratedTo: z.number(),
  /** schema version of the job queue */
  jobs: z.number(),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** `value` null: never used */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string().nullable() })),
})
export type Manifest = z.infer<typeof manifest>
export type TableFacts = Omit<Manifest['tables'][number], 'rows'>

export const MANIFEST = 'manifest.json'
export const fileOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}.copy.gz`
