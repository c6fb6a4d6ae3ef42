import * as z from '../zod.ts'
import { can, id, instant, version } from '../wire.ts'
import { PICTURE_LANGUAGES, PICTURE_ORIGINS, PICTURE_STATES } from './pictures.status.ts'
import type { PictureLanguage, PictureOrigin, PictureState } from './pictures.status.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const pictureLanguage = codes<PictureLanguage>(PICTURE_LANGUAGES)
/** of a product's picture, as the product has it */
export const pictureId = z.string().min(1).max(64)

/** A picture of a product, for one language. */
export const productPicture = z.object({
  pictureId,
  label: z.string(),
  url: z.string(),
  state: codes<PictureState>(PICTURE_STATES),
  words: z.string(),
  /** of the words; null: there are none */
  language: pictureLanguage.nullable(),
  origin: codes<PictureOrigin>(PICTURE_ORIGINS).nullable(),
  /** the provider that read it; null: none did */
  providerName: z.string().nullable(),
  by: z.string().nullable(),
  at: instant.nullable(),
  /** of what is known of it; 0: nothing is */
  version,
  /** the language needs a picture of its own */
  needsOwn: z.boolean(),
  /** a person said that it will do in this language, whatever its words */
  accepted: z.boolean(),
  can,
})
export type ProductPicture = z.infer<typeof productPicture>

/** The pictures of one product, for one language. */
export const productPictures = z.object({
  productId: id,
  title: z.string(),
  locale: z.string(),
  pictures: z.array(productPicture),
  can,
})
export type ProductPictures = z.infer<typeof productPictures>

/** What a batch run over pictures would ask a provider, and cost at most. */
export const recognitionForecast = z.object({
  products: z.int(),
  /** to be sent */
  pictures: z.int(),
  /** the same picture was looked at in another product */
  known: z.int(),
  /** looked at before */
  kept: z.int(),
  /** have no address that a provider can read */
  unreadable: z.int(),
  /** fen */
  cost: z.int(),
  /** null: none may be asked */
  providerName: z.string().nullable(),
  /** fen; null: no limit */
  budgetLeft: z.int().nullable(),
  /** why it can't be started as it is; '' : it can */
  problem: z.string(),
})
export type RecognitionForecast = z.infer<typeof recognitionForecast>
