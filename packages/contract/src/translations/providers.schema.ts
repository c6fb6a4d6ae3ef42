import * as z from '../zod.ts'
import { can, id, instant, requiredText, text, version } from '../wire.ts'
import { PROVIDER_KINDS } from './providers.status.ts'
import type { ProviderKind } from './providers.status.ts'

export const providerKind = z.enum(Object.keys(PROVIDER_KINDS) as [ProviderKind, ...ProviderKind[]])
const fen = z.int().min(0).max(100_000_000)

/** A translation service. Its key can be set but is never returned. If an update leaves it out, the stored key is kept. */
export const providerFields = z.object({
  name: requiredText(64),
  kind: providerKind,
  enabled: z.boolean().default(true),
  /** the provider with the lowest position is used unless a person chooses another */
  position: z.int().min(0).max(1000).default(0),
  /** '' : the vendor's default */
  address: text(300).default(''),
  /** only for Aliyun: the AccessKey ID */
  keyId: text(200).default(''),
  secretKey: requiredText(500).optional(),
  /** only for Azure */
  region: text(64).default(''),
  /** only for a chat model */
  model: text(100).default(''),
  /** how a chat model should write; DeepL knows only formal and informal */
  tone: text(1000).default(''),
  /** a request without an answer in this time has failed; chat models may need minutes */
  timeoutSeconds: z.int().min(1).max(600).default(60),
  /** fen for a million characters of source text */
  pricePerMillion: fen.default(0),
  /** fen per month, for texts and pictures together; null: no limit */
  monthlyBudget: fen.nullable().default(null),
  /** it may read the words on pictures, which are sent to it */
  readsPictures: z.boolean().default(false),
  /** fen for a picture */
  pricePerPicture: fen.default(0),
})
export type ProviderFields = z.infer<typeof providerFields>

export const translationProvider = providerFields.omit({ secretKey: true }).extend({
  id,
  hasKey: z.boolean(),
  /** this month: characters sent, and the total cost in fen */
  monthChars: z.int(),
  /** this month: pictures sent */
  monthPictures: z.int(),
  monthSpent: z.int(),
  /** why the last request failed; '' : it succeeded */
  lastProblem: z.string(),
  lastUsedAt: instant.nullable(),
  version,
  can,
})
export type TranslationProvider = z.infer<typeof translationProvider>

/** An entry of the spending ledger. If the answer was lost, the estimate stays, because the vendor may have billed the request. */
export const translationSpend = z.object({
  id,
  providerName: z.string(),
  at: instant,
  locale: z.string(),
  chars: z.int(),
  pictures: z.int(),
  /** fen, for a million characters and for a picture */
  pricePerMillion: z.int(),
  pricePerPicture: z.int(),
  state: z.enum(['sent', 'answered', 'free']),
  by: z.string(),
})
export type TranslationSpend = z.infer<typeof translationSpend>
