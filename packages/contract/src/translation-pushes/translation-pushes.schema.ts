import * as z from '../zod.ts'
import { dryRunField, shopChange } from '../shop-change.ts'
import { can, id, instant } from '../wire.ts'
import {
  TRANSLATION_PUSH_ITEM_STATES,
  TRANSLATION_PUSH_STATES,
  TRANSLATION_REASONS,
} from './translation-pushes.status.ts'
import type { TranslationPushItemState, TranslationPushState, TranslationReason } from './translation-pushes.status.ts'

const codesOf = <Code extends string>(table: Readonly<Record<Code, unknown>>) =>
  z.enum(Object.keys(table) as [Code, ...Code[]])

export const translationPushState = codesOf<TranslationPushState>(TRANSLATION_PUSH_STATES)
export const translationPushItemState = codesOf<TranslationPushItemState>(TRANSLATION_PUSH_ITEM_STATES)

/** One text in one language: the shop's translation now · ours · what it will become · why. */
export const translationField = dryRunField.extend({
  locale: z.string(),
  /** name of the market, or the label for all markets */
  market: z.string(),
  reason: codesOf<TranslationReason>(TRANSLATION_REASONS),
  /** shoppers do not see the language or the market yet */
  isHidden: z.boolean(),
})
export type TranslationField = z.infer<typeof translationField>

export const translationPreview = shopChange.omit({ fields: true, priceSummary: true }).extend({
  productId: id,
  fields: z.array(translationField),
  /** points of the shop's rate limit that writing will cost */
  estimatedCost: z.int(),
})
export type TranslationPreview = z.infer<typeof translationPreview>

export const translationPush = z.object({
  id,
  title: z.string(),
  kind: z.enum(['push', 'undo']),
  storeId: id,
  storeName: z.string(),
  locales: z.array(z.string()),
  state: translationPushState,
  total: z.int(),
  done: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  unknown: z.int(),
  createdBy: z.string(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  can,
})
export type TranslationPush = z.infer<typeof translationPush>

export const translationPushItem = z.object({
  id,
  productId: id,
  title: z.string(),
  state: translationPushItemState,
  message: z.string(),
  advice: z.string().nullable(),
  /** texts written, and texts kept because the shop's staff or another app changed them */
  written: z.int(),
  kept: z.int(),
  storefrontUrl: z.string().nullable(),
  adminUrl: z.string().nullable(),
  updatedAt: instant,
})
export type TranslationPushItem = z.infer<typeof translationPushItem>
