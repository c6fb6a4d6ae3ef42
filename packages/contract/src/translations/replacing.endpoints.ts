import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, id, pageOf } from '../wire.ts'
import { fieldKey, locale, textProblem } from './translations.schema.ts'

const base = '/api/shopify/translation'
/** Not trimmed: leading and trailing spaces are significant. */
const searched = z.string().min(1, '该项为必填项').max(200, '最多200个字')

const replacing = {
  locale,
  find: searched,
  /** '' : the words are removed */
  replaceWith: z.string().max(200, '最多200个字').default(''),
  /** whether upper and lower case are different */
  isExactCase: z.boolean().default(false),
  /** only where no letter or digit is next to it */
  isWholeWord: z.boolean().default(true),
}

/** Paging of a replacement: each call handles some products and returns where the next call continues. */
export const replacingFrom = {
  /** the `next` of the previous call: continues after this product in the order of ids, so that nothing is replaced twice */
  after: id.optional(),
  /** most products with hits per call */
  limit: z.int().min(1).max(500).default(500),
}
export const replacingFromLabels = { after: '接着哪个商品', limit: '最多几个商品' }
export const replacementOutcome = z.object({
  batchId: id,
  rows: bulkOutcome,
  /** titles of the products in `rows`; a preview lists only the first products, so later batches need their own */
  titles: z.record(id, z.string()),
  /** the last product that was handled; absent: there are no more */
  next: id.optional(),
})

export const replacementHit = z.object({
  productId: id,
  title: z.string(),
  field: fieldKey,
  label: z.string(),
  /** name of the market, for a market text */
  market: z.string().optional(),
  before: z.string(),
  after: z.string(),
  locked: z.boolean(),
  /** problems that the new text would have */
  problems: z.array(textProblem),
})
export type ReplacementHit = z.infer<typeof replacementHit>

/** Find and replace over the translations of one language. */
export const replacingEndpoints = defineEndpoints({
  /** The first hits, with their new texts. */
  previewReplaceTranslations: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/previewReplaceTranslations`,
    mode: 'postjson',
    right: 'granted',
    title: '预览查找替换',
    logged: false,
    object: 'translation',
    labels: { find: '查找', replaceWith: '替换为', isExactCase: '区分大小写', isWholeWord: '整词匹配' },
    input: z.object(replacing),
    output: pageOf(replacementHit),
    refusals: ['invalid'],
    lists: ['translations'],
  },
  /**
   * Replaces in up to `limit` products. Texts that would break a rule are not changed; their row has the reason. One bulk action, which can be
   * undone as a whole.
   */
  replaceTranslations: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/replaceTranslations`,
    mode: 'postjson',
    right: 'granted',
    title: '查找替换译文',
    logged: true,
    object: 'translation',
    labels: {
      find: '查找',
      replaceWith: '替换为',
      isExactCase: { label: '区分大小写', format: 'yes-no' },
      isWholeWord: { label: '整词匹配', format: 'yes-no' },
      ...replacingFromLabels,
    },
    input: z.object({ ...replacing, ...replacingFrom }),
    output: replacementOutcome,
    refusals: ['invalid', 'unchanged'],
    lists: ['translations'],
  },
})
