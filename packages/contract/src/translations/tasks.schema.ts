import * as z from '../zod.ts'
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
  /** empty for a picture task */
  locales: z.array(z.string()),
  /** products × languages; of a picture task, products */
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** null: without a provider */
  providerName: z.string().nullable(),
  /** sent to the provider, forecast and actual: characters, pictures, and their cost in fen */
  foreseenChars: z.int(),
  foreseenPictures: z.int(),
  foreseenCost: z.int(),
  spentChars: z.int(),
  spentPictures: z.int(),
  spentCost: z.int(),
  /** why the task is paused */
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
  /** '' : the product's pictures */
  locale: z.string(),
  state: translationItemState,
  message: z.string(),
  fields: z.array(z.object({ field: z.string(), label: z.string(), outcome: fieldOutcome, why: z.string() })),
})
export type TranslationItem = z.infer<typeof translationItem>

/** What a batch run would do, and its highest cost. */
export const translationForecast = z.object({
  products: z.int(),
  /** texts to fill, and how many of them each origin provides without a provider */
  texts: z.int(),
  glossary: z.int(),
  memory: z.int(),
  marketplace: z.int(),
  /** not changed: approved, locked, or machine-made */
  kept: z.int(),
  /** sent to the provider: texts, characters, and their cost in fen */
  machine: z.int(),
  chars: z.int(),
  cost: z.int(),
  providerName: z.string().nullable(),
  /** fen; null: no limit */
  budgetLeft: z.int().nullable(),
  /** why the run can't be started; '' : it can */
  problem: z.string(),
})
export type TranslationForecast = z.infer<typeof translationForecast>
