import { z } from 'zod'

/** What a backup is, beside its files: enough to refuse one that this version can't read, and to tell whether all came back. */
export const manifest = z.object({
  format: z.literal(1),
  /** ISO 8601 */
  madeAt: z.string(),
  /** of the last migration that the database had: when it was made, as drizzle keeps it, in milliseconds */
  migratedTo: z.number(),
  /** schema version of the job queue */
  jobs: z.number(),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** `value` null: never asked */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string().nullable() })),
})
export type Manifest = z.infer<typeof manifest>
export type TableFacts = Omit<Manifest['tables'][number], 'rows'>

export const MANIFEST = 'manifest.json'
export const fileOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}.copy.gz`
