import * as z from '../zod.ts'
import { can, id, instant, requiredText, text, version } from '../wire.ts'
import { PROVIDER_KINDS } from './providers.status.ts'
import type { ProviderKind } from './providers.status.ts'

export const providerKind = z.enum(Object.keys(PROVIDER_KINDS) as [ProviderKind, ...ProviderKind[]])
const fen = z.int().min(0).max(100_000_000)

/** A translation service. Its key can be set but is never returned; left out in an update, the stored one is kept. */
export const providerFields = z.object({
  name: requiredText(64),
  kind: providerKind,
  enabled: z.boolean().default(true),
  /** the lowest is used unless a person chooses another */
  position: z.int().min(0).max(1000).default(0),
  /** '' : the vendor's own */
  address: text(300).default(''),
  /** of Aliyun: the AccessKey ID */
  keyId: text(200).default(''),
  secretKey: requiredText(500).optional(),
  /** of Azure */
  region: text(64).default(''),
  /** of a chat model */
  model: text(100).default(''),
  /** how a chat model should write; DeepL knows only formal and informal */
  tone: text(1000).default(''),
  /** a request that is not answered in this time has failed; chat models may need minutes */
  timeoutSeconds: z.int().min(1).max(600).default(60),
  /** fen for a million characters of source text */
  pricePerMillion: fen.default(0),
  /** fen in a month, for texts and pictures together; null: no limit */
  monthlyBudget: fen.nullable().default(null),
  /** it may be asked for the words on pictures, which are sent to it */
  readsPictures: z.boolean().default(false),
  /** fen for a picture */
  pricePerPicture: fen.default(0),
})
export type ProviderFields = z.infer<typeof providerFields>

export const translationProvider = providerFields.omit({ secretKey: true }).extend({
  id,
  hasKey: z.boolean(),
  /** this month: characters that were sent, and the cost of everything in fen */
  monthChars: z.int(),
  /** pictures that were sent */
  monthPictures: z.int(),
  monthSpent: z.int(),
  /** why the last request failed; '' : it did not */
  lastProblem: z.string(),
  lastUsedAt: instant.nullable(),
  version,
  can,
})
export type TranslationProvider = z.infer<typeof translationProvider>

/** An entry of the spending ledger. Estimates stay if the answer was lost, as the vendor may have counted it. */
export const translationSpend = z.object({
  id,
  providerName: z.string(),
  at: instant,
  locale: z.string(),
  chars: z.int(),
  pictures: z.int(),
  /** in fen for a million characters, and for a picture */
  pricePerMillion: z.int(),
  pricePerPicture: z.int(),
  state: z.enum(['sent', 'answered', 'free']),
  by: z.string(),
})
export type TranslationSpend = z.infer<typeof translationSpend>
