import * as z from '../zod.ts'
import { can, id, instant, requiredText, text, version } from '../wire.ts'
import { TERM_KINDS } from './glossary.status.ts'
import type { TermKind } from './glossary.status.ts'
import { locale } from './translations.schema.ts'

export const termKind = z.enum(Object.keys(TERM_KINDS) as [TermKind, ...TermKind[]])

/** A word of the glossary (术语). `locale` null: in every language; `storeId` null: in all stores. */
export const glossaryTermFields = z.object({
  kind: termKind,
  /** in source texts; of `forbidden`: in translations and in the products' own texts */
  source: requiredText(200),
  /** of `forced`: the preferred form first, then others that are accepted, separated by | */
  target: text(500).default(''),
  locale: locale.nullable().default(null),
  storeId: id.nullable().default(null),
  /** which form is used when; of `forbidden`: the reason, which is shown with each refusal */
  note: text(500).default(''),
})
export type GlossaryTermFields = z.infer<typeof glossaryTermFields>

export const glossaryTerm = glossaryTermFields.extend({
  id,
  locale: locale.nullable(),
  storeName: z.string().nullable(),
  updatedBy: z.string(),
  updatedAt: instant,
  version,
  can,
})
export type GlossaryTerm = z.infer<typeof glossaryTerm>
