import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formList, id, pageInput, pageOf, stateCounts, text, version } from '../wire.ts'
import { TRANSLATION_FIELDS } from './translations.fields.ts'
import {
  fieldKey,
  locale,
  scope,
  translatedText,
  translationChange,
  translationRow,
  translationSheet,
  translationState,
} from './translations.schema.ts'

const base = '/api/shopify/translation'
/** Upper limit of products in one bulk call; more need a batch run. */
const PRODUCTS_MAX = 500

export const translationFilter = {
  locale,
  state: translationState.optional(),
  /** searched in the product's titles */
  keyword: text(100).optional(),
  storeId: id.optional(),
  /** only products with pictures that need a version in the language */
  needsPictures: z.enum(['true']).optional(),
}

/** The products' texts in the languages of the shops. */
export const translationsEndpoints = defineEndpoints({
  /** The languages that products are translated into, in their order. */
  queryTranslationLanguages: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/queryTranslationLanguages`,
    mode: 'get',
    right: 'granted',
    title: '查询翻译语言',
    logged: false,
    input: z.object({}),
    output: z.object({ locales: z.array(locale), imperial: z.array(locale), version }),
    refusals: [],
    lists: ['translations'],
  },
  /** Languages that are left out are no longer shown; their texts are kept. */
  saveTranslationLanguages: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/saveTranslationLanguages`,
    mode: 'postjson',
    right: 'granted',
    title: '设置翻译语言',
    logged: true,
    object: 'translation',
    input: z.object({
      locales: z.array(locale).max(20, '最多20种语言'),
      /** languages with inches and pounds instead of centimetres and kilograms, converted by rules, not by a model */
      imperial: z.array(locale).max(20).default([]),
      version,
    }),
    output: z.object({ locales: z.array(locale), imperial: z.array(locale), version }),
    refusals: ['stale', 'invalid'],
    lists: ['translations'],
  },
  queryTranslations: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/queryTranslations`,
    mode: 'get',
    right: 'granted',
    title: '查询商品翻译',
    logged: false,
    object: 'translation',
    labels: { needsPictures: '需要另配图片' },
    input: z.object({ ...translationFilter, ...pageInput }),
    output: pageOf(translationRow),
    refusals: [],
    lists: ['translations'],
  },
  getTranslationCountByState: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/getTranslationCountByState`,
    mode: 'get',
    right: 'granted',
    title: '商品翻译状态数量',
    logged: false,
    object: 'translation',
    labels: { needsPictures: '需要另配图片' },
    input: z.object({
      locale: translationFilter.locale,
      keyword: translationFilter.keyword,
      storeId: translationFilter.storeId,
      needsPictures: translationFilter.needsPictures,
    }),
    output: stateCounts(translationState),
    refusals: [],
    lists: ['translations'],
  },
  getProductTranslations: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/getProductTranslations`,
    mode: 'get',
    right: 'granted',
    title: '查询一个商品的译文',
    logged: false,
    object: 'translation',
    input: z.object({ productId: id, locale, ...scope }),
    output: translationSheet,
    refusals: ['not-found', 'invalid'],
    lists: ['translations'],
  },
  /**
   * Saves texts that a person entered, as approved and locked. `version`: of the text that the person saw; 0: there was none. For a market, null
   * removes its text, so that the general text applies.
   */
  saveTranslations: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/saveTranslations`,
    mode: 'postjson',
    right: 'granted',
    title: '修改译文',
    logged: true,
    object: 'translation',
    labels: {
      edits: {
        label: '译文',
        format: 'list',
        fields: { field: TRANSLATION_FIELDS.field, text: TRANSLATION_FIELDS.text },
      },
    },
    carriesEmpty: ['edits.text'],
    input: z.object({
      productId: id,
      locale,
      ...scope,
      edits: z
        .array(z.object({ field: fieldKey, text: translatedText.nullable(), version }))
        .min(1, '没有修改')
        .max(500, '一次最多500个字段'),
    }),
    output: translationSheet,
    refusals: ['not-found', 'stale', 'invalid', 'state-not-allowed'],
    lists: ['translations'],
  },
  /** Approves machine-made and outdated texts unchanged. Without `fields`: all machine-made texts of each product. */
  approveTranslations: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/approveTranslations`,
    mode: 'postjson',
    right: 'granted',
    title: '通过译文',
    logged: true,
    object: 'translation',
    input: z.object({
      productIds: z.array(id).min(1, '请至少选择一个商品').max(PRODUCTS_MAX),
      locale,
      fields: z.array(fieldKey).max(500).optional(),
    }),
    output: bulkOutcome,
    refusals: ['not-found'],
    lists: ['translations'],
  },
  /** Only persons change a locked text; runs do not. */
  lockTranslations: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/lockTranslations`,
    mode: 'postjson',
    right: 'granted',
    title: '锁定或解锁译文',
    logged: true,
    object: 'translation',
    input: z.object({ productId: id, locale, fields: z.array(fieldKey).min(1).max(500), locked: z.boolean() }),
    output: translationSheet,
    refusals: ['not-found', 'unchanged'],
    lists: ['translations'],
  },
  getTranslationHistory: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/getTranslationHistory`,
    mode: 'get',
    right: 'granted',
    title: '译文的历史',
    logged: false,
    object: 'translation',
    input: z.object({ productId: id, locale, fields: formList(fieldKey, 20).optional(), ...pageInput }),
    output: pageOf(translationChange),
    refusals: ['not-found'],
    lists: ['translations'],
  },
  /** Restores the text before one step of its history, if it did not change since. */
  undoTranslation: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/undoTranslation`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销译文修改',
    logged: true,
    object: 'translation',
    input: z.object({ id }),
    output: translationSheet,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['translations'],
  },
  /** Undoes a bulk action. Texts that changed since are left as they are. */
  undoTranslationBatch: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/undoTranslationBatch`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销批量译文修改',
    logged: true,
    object: 'translation',
    labels: { batchId: '批次' },
    input: z.object({ batchId: id }),
    output: bulkOutcome,
    refusals: ['not-found'],
    lists: ['translations'],
  },
})
