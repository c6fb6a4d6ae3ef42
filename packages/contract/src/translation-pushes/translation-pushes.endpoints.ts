import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { seenHash } from '../shop-change.ts'
import { bulkOutcome, id, pageInput, pageOf, stateCounts, text } from '../wire.ts'
import { TRANSLATION_APPROVALS, TRANSLATION_PUSH_FIELDS } from './translation-pushes.fields.ts'
import {
  translationPreview,
  translationPush,
  translationPushItem,
  translationPushItemState,
  translationPushState,
} from './translation-pushes.schema.ts'

const base = '/api/shopify/translation'
/** Shopify's locale codes: "de", "pt-BR". */
const locale = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, '应为语言代码')
  .max(35)
/** Absent: all languages of the shop except its primary one. */
const locales = z.array(locale).min(1, '请至少选择一项').max(20).optional()
/** key of a row of the dry run: language, resource, field key, and market if there is one */
const rowKey = z.string().max(200)
const remoteRefusals = ['not-found', 'store-unauthorised', 'store-busy', 'store-failed'] as const

/** An approval of a dry run: the hash of what was shown, and the rows in which our text replaces the shop's own. */
export const translationApproval = z.object({
  productId: id,
  contentHash: seenHash,
  overwrite: z.array(rowKey).max(2_000).default([]),
})
export type TranslationApproval = z.infer<typeof translationApproval>

export const translationPushesEndpoints = defineEndpoints({
  /** The dry run: reads the shop and writes nothing. The console sends several calls for more products. */
  previewTranslationPush: {
    feature: 'translation-pushes',
    method: 'POST',
    path: `${base}/previewTranslationPush`,
    mode: 'postjson',
    right: 'granted',
    title: '译文同步预演',
    logged: false,
    input: z.object({ storeId: id, productIds: z.array(id).min(1, '请至少选择一项').max(50), locales }),
    output: z.object({ items: z.array(translationPreview) }),
    refusals: [...remoteRefusals, 'not-ready'],
    lists: [],
  },
  /** Returns a task at once; a durable job carries it out. Texts that staff changed in the shop are kept unless the approval names them. */
  pushTranslations: {
    feature: 'translation-pushes',
    method: 'POST',
    path: `${base}/pushTranslations`,
    mode: 'postjson',
    right: 'granted',
    title: '写入译文到店铺',
    logged: true,
    object: 'product',
    labels: { locales: TRANSLATION_PUSH_FIELDS.locales, approvals: TRANSLATION_APPROVALS },
    input: z.object({
      storeId: id,
      productIds: z.array(id).min(1, '请至少选择一项').max(2_000),
      locales,
      approvals: z.array(translationApproval).max(2_000).default([]),
    }),
    output: z.object({ push: translationPush.nullable(), rows: bulkOutcome }),
    refusals: ['not-found', 'not-ready'],
    lists: ['translation-pushes'],
  },
  queryTranslationPushes: {
    feature: 'translation-pushes',
    method: 'GET',
    path: `${base}/queryTranslationPushes`,
    mode: 'get',
    right: 'granted',
    title: '查询译文同步',
    logged: false,
    /** `keyword`: words of the title, who began it, or a product (title, SKU code, 1688 number) */
    input: z.object({
      state: translationPushState.optional(),
      storeId: id.optional(),
      keyword: text(64).optional(),
      ...pageInput,
    }),
    output: pageOf(translationPush),
    refusals: [],
    lists: ['translation-pushes'],
  },
  getTranslationPushCountByState: {
    feature: 'translation-pushes',
    method: 'GET',
    path: `${base}/getTranslationPushCountByState`,
    mode: 'get',
    right: 'granted',
    title: '译文同步数量',
    logged: false,
    input: z.object({ storeId: id.optional(), keyword: text(64).optional() }),
    output: stateCounts(translationPushState),
    refusals: [],
    lists: ['translation-pushes'],
  },
  getTranslationPush: {
    feature: 'translation-pushes',
    method: 'GET',
    path: `${base}/getTranslationPush`,
    mode: 'get',
    right: 'granted',
    title: '查询译文同步的商品',
    logged: false,
    input: z.object({ pushId: id, state: translationPushItemState.optional(), ...pageInput }),
    output: z.object({
      push: translationPush,
      items: pageOf(translationPushItem),
      counts: stateCounts(translationPushItemState),
    }),
    refusals: ['not-found'],
    lists: ['translation-pushes'],
  },
  cancelTranslationPush: {
    feature: 'translation-pushes',
    method: 'POST',
    path: `${base}/cancelTranslationPush`,
    mode: 'postjson',
    right: 'granted',
    title: '取消译文同步',
    logged: true,
    object: 'translation-push',
    input: z.object({ pushId: id }),
    output: translationPush,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['translation-pushes'],
  },
  /** Repeats the failed, unknown and cancelled products of a task. Compares with the shop again. */
  retryTranslationPush: {
    feature: 'translation-pushes',
    method: 'POST',
    path: `${base}/retryTranslationPush`,
    mode: 'postjson',
    right: 'granted',
    title: '重试译文同步',
    logged: true,
    object: 'translation-push',
    input: z.object({ pushId: id }),
    output: translationPush,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['translation-pushes'],
  },
  /** Starts a task that restores the former texts and removes new ones, where the shop still has what was written. */
  undoTranslationPush: {
    feature: 'translation-pushes',
    method: 'POST',
    path: `${base}/undoTranslationPush`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销译文同步',
    logged: true,
    object: 'translation-push',
    input: z.object({ pushId: id }),
    output: translationPush,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['translation-pushes'],
  },
})
