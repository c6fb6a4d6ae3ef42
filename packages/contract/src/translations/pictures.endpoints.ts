import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id, text, version } from '../wire.ts'
import { PICTURE_FIELDS } from './pictures.fields.ts'
import { pictureId, pictureLanguage, productPictures, recognitionForecast } from './pictures.schema.ts'
import { PICTURE_WORDS_MOST } from './pictures.status.ts'
import { translationTask } from './tasks.schema.ts'
import { locale } from './translations.schema.ts'

const base = '/api/shopify/translation'
const picture = { productId: id, pictureId, locale }
const PICTURE_LABEL = { pictureId: '图片' } as const

const run = {
  productIds: z.array(id).min(1, '请至少选择一个商品').max(500, '一次最多500个商品'),
  /** absent: the first enabled provider that reads pictures */
  providerId: id.optional(),
  /** pictures that a provider read before are read again; those that a person described are not */
  redo: z.boolean().default(false),
}
const RUN_LABELS = {
  providerId: '翻译服务',
  redo: { label: '重新识别', format: 'yes-no' },
} as const

/** The words on products' pictures, and the languages that need their own pictures. */
export const picturesEndpoints = defineEndpoints({
  getProductPictures: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/getProductPictures`,
    mode: 'get',
    right: 'granted',
    title: '查询商品图片上的文字',
    logged: false,
    input: z.object({ productId: id, locale }),
    output: productPictures,
    refusals: ['not-found'],
    lists: ['translations'],
  },
  /**
   * Saves the words that a person entered; no provider changes them. Empty: the picture has no words. `version`: of the words that the person
   * saw.
   */
  savePictureWords: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/savePictureWords`,
    mode: 'postjson',
    right: 'granted',
    title: '填写图片上的文字',
    logged: true,
    object: 'translation',
    labels: { ...PICTURE_LABEL, words: PICTURE_FIELDS.words, language: PICTURE_FIELDS.language },
    input: z.object({
      ...picture,
      words: text(PICTURE_WORDS_MOST).default(''),
      language: pictureLanguage.optional(),
      version,
    }),
    output: productPictures,
    refusals: ['not-found', 'stale', 'invalid', 'state-not-allowed'],
    lists: ['translations'],
  },
  /** Accepts a picture in a language although it has words in another one, for example a brand; or withdraws that. */
  acceptPicture: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/acceptPicture`,
    mode: 'postjson',
    right: 'granted',
    title: '图片不用换',
    logged: true,
    object: 'translation',
    labels: { ...PICTURE_LABEL, accepted: PICTURE_FIELDS.accepted },
    input: z.object({ ...picture, accepted: z.boolean(), version }),
    output: productPictures,
    refusals: ['not-found', 'stale', 'state-not-allowed', 'unchanged'],
    lists: ['translations'],
  },
  /** Reads the words on one picture with a provider now. Counted like every other request. */
  recognisePicture: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/recognisePicture`,
    mode: 'postjson',
    right: 'granted',
    title: '识别一张图片',
    logged: true,
    object: 'translation',
    labels: { ...PICTURE_LABEL, providerId: '翻译服务' },
    input: z.object({ ...picture, providerId: id.optional() }),
    output: productPictures,
    refusals: ['not-found', 'state-not-allowed', 'provider-failed'],
    lists: ['translations', 'translation-providers'],
  },
  /** Writes nothing, and sends no request to a provider. */
  foreseeRecognition: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/foreseeRecognition`,
    mode: 'postjson',
    right: 'granted',
    title: '预估识别图片文字',
    logged: false,
    object: 'translation-task',
    labels: { providerId: '翻译服务', redo: '重新识别' },
    input: z.object(run),
    output: recognitionForecast,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['translations'],
  },
  /** Starts a batch run, which is watched, paused and repeated like those of texts. */
  recognisePictures: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/recognisePictures`,
    mode: 'postjson',
    right: 'granted',
    title: '识别图片文字',
    logged: true,
    object: 'translation-task',
    labels: RUN_LABELS,
    input: z.object(run),
    output: translationTask,
    refusals: ['not-found', 'state-not-allowed', 'unchanged'],
    lists: ['translation-tasks', 'translations'],
  },
})
