import * as z from '../zod.ts'
import { can, id, instant, version } from '../wire.ts'
import { PICTURE_LANGUAGES, PICTURE_ORIGINS, PICTURE_STATES } from './pictures.status.ts'
import type { PictureLanguage, PictureOrigin, PictureState } from './pictures.status.ts'

const codes = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
export const pictureLanguage = codes<PictureLanguage>(PICTURE_LANGUAGES)
/** id of a picture in its product */
export const pictureId = z.string().min(1).max(64)

/** A picture of a product, for one language. */
export const productPicture = z.object({
  pictureId,
  label: z.string(),
  url: z.string(),
  state: codes<PictureState>(PICTURE_STATES),
  words: z.string(),
  /** language of the words; null: there are none */
  language: pictureLanguage.nullable(),
  origin: codes<PictureOrigin>(PICTURE_ORIGINS).nullable(),
  /** the provider that read the picture; null: none did */
  providerName: z.string().nullable(),
  by: z.string().nullable(),
  at: instant.nullable(),
  /** version of the stored words; 0: there are none */
  version,
  /** the language needs its own picture */
  needsOwn: z.boolean(),
  /** a person accepted the picture in this language, whatever its words */
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

/** What a batch run over pictures would send to a provider, and its highest cost. */
export const recognitionForecast = z.object({
  products: z.int(),
  /** pictures to send */
  pictures: z.int(),
  /** words are known from the same picture in another product */
  known: z.int(),
  /** words are known already */
  kept: z.int(),
  /** pictures without an address that a provider can read */
  unreadable: z.int(),
  /** fen */
  cost: z.int(),
  /** null: no provider reads pictures */
  providerName: z.string().nullable(),
  /** fen; null: no limit */
  budgetLeft: z.int().nullable(),
  /** why the run can't be started; '' : it can */
  problem: z.string(),
})
export type RecognitionForecast = z.infer<typeof recognitionForecast>
