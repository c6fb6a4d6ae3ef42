import { z } from 'zod'
import { can, id, instant } from '../wire.ts'
import {
  FIELD_OUTCOMES,
  TRANSLATION_ITEM_STATES,
  TRANSLATION_TASK_KINDS,
  TRANSLATION_TASK_STATES,
} from './tasks.status.ts'
import type { FieldOutcome, TranslationItemState, TranslationTaskKind, TranslationTaskState } from './tasks.status.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const translationTaskState = codes<TranslationTaskState>(TRANSLATION_TASK_STATES)
export const translationItemState = codes<TranslationItemState>(TRANSLATION_ITEM_STATES)
const fieldOutcome = codes<FieldOutcome>(FIELD_OUTCOMES)

export const translationTask = z.object({
  id,
  title: z.string(),
  kind: codes<TranslationTaskKind>(TRANSLATION_TASK_KINDS),
  state: translationTaskState,
  /** none of pictures */
  locales: z.array(z.string()),
  /** products × languages; of pictures, products */
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  /** null: without a provider */
  providerName: z.string().nullable(),
  /** what a provider was expected to be sent, and was: characters, pictures, and fen */
  foreseenChars: z.number().int(),
  foreseenPictures: z.number().int(),
  foreseenCost: z.number().int(),
  spentChars: z.number().int(),
  spentPictures: z.number().int(),
  spentCost: z.number().int(),
  /** why it is paused */
  message: z.string(),
  createdBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  can,
})
export type TranslationTask = z.infer<typeof translationTask>

export const translationItem = z.object({
  id,
  productId: id,
  title: z.string(),
  /** '' : its pictures */
  locale: z.string(),
  state: translationItemState,
  message: z.string(),
  fields: z.array(z.object({ field: z.string(), label: z.string(), outcome: fieldOutcome, why: z.string() })),
})
export type TranslationItem = z.infer<typeof translationItem>

/** What a batch run would do, and cost at most. */
export const translationForecast = z.object({
  products: z.number().int(),
  /** texts to fill, and how many of them each origin can give without a provider */
  texts: z.number().int(),
  glossary: z.number().int(),
  memory: z.number().int(),
  marketplace: z.number().int(),
  /** left alone: approved, locked, or machine-made */
  kept: z.number().int(),
  /** for the provider: texts, characters, fen */
  machine: z.number().int(),
  chars: z.number().int(),
  cost: z.number().int(),
  providerName: z.string().nullable(),
  /** fen; null: no limit */
  budgetLeft: z.number().int().nullable(),
  /** why it can't be started as it is; '' : it can */
  problem: z.string(),
})
export type TranslationForecast = z.infer<typeof translationForecast>
