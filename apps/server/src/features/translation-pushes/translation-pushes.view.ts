import { languageName } from '@huoqiao/contract/languages'
import { translationPush } from '@huoqiao/contract/translation-pushes/translation-pushes.schema'
import type {
  TranslationField,
  TranslationPreview,
  TranslationPush,
  TranslationPushItem,
} from '@huoqiao/contract/translation-pushes/translation-pushes.schema'
import {
  isRemoved,
  isWritten,
  TRANSLATION_REASONS,
} from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import type { TranslationReason } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import { wireOf } from '../../platform/wire-of.ts'
import { adminUrl, storefrontUrl } from '../stores/index.ts'
import type { StoreDoc } from '../stores/index.ts'
import type { PictureNeed } from '../translations/index.ts'
import { planHash, removalsOf, writesOf } from './push-plan.rules.ts'
import type { PlanRow } from './push-plan.rules.ts'
import type { ReadPlan } from './shop-reading.service.ts'
import type { PushItemRow, PushRow } from './translation-pushes.store.ts'

export const UNDO_OF_UNDO = '撤销不能再撤销；需要时重新写入'
export const NOTHING_WRITTEN = '这个任务没有写入译文'
export const UNKNOWN_LEFT = '有商品结果未知，查清或重试之后再撤销'
/** Rate-limit points of one request that writes, or removes, translations of a resource. */
const WRITE_POINTS = 11
const REMOVE_POINTS = 10

export const isOpenPush = ({ state }: Pick<PushRow, 'state'>): boolean => state === 'queued' || state === 'running'

export function pushView(
  row: PushRow,
  store: StoreDoc | undefined,
  known: { isUndone: boolean; hasChanges: boolean },
): TranslationPush {
  const isOpen = isOpenPush(row)
  return {
    ...wireOf(translationPush, row),
    storeName: store?.name ?? '（店铺已移除）',
    can: {
      cancelTranslationPush: isOpen ? true : '任务已经结束',
      retryTranslationPush: row.failed + row.unknown === 0 ? '没有失败的商品' : isOpen ? '任务还在进行' : true,
      undoTranslationPush: undoable(row, isOpen, known),
    },
  }
}

function undoable(
  row: PushRow,
  isOpen: boolean,
  { isUndone, hasChanges }: { isUndone: boolean; hasChanges: boolean },
): true | string {
  if (row.kind === 'undo') return UNDO_OF_UNDO
  if (isOpen) return '任务还在进行'
  if (isUndone) return '已经撤销过'
  if (row.unknown > 0) return UNKNOWN_LEFT
  return hasChanges ? true : NOTHING_WRITTEN
}

/** `listing`: ids of the product in the shop; undefined: it is not listed there. */
export const pushItemView = (
  row: PushItemRow,
  store: StoreDoc | undefined,
  listing: { shopifyProductId: string | null; handle: string | null } | undefined,
): TranslationPushItem => ({
  id: row.id,
  productId: row.productId,
  title: row.title,
  state: row.state,
  message: row.message,
  advice: row.advice,
  written: row.written,
  kept: row.kept,
  storefrontUrl: store && listing?.handle ? storefrontUrl(store.origin, listing.handle) : null,
  adminUrl: store && listing?.shopifyProductId ? adminUrl(store.origin, listing.shopifyProductId) : null,
  updatedAt: row.updatedAt.getTime(),
})

export function previewView(
  { listing, rows, problem }: ReadPlan,
  store: StoreDoc,
  needs: readonly PictureNeed[],
): TranslationPreview {
  const writes = writesOf(rows).length
  const removals = removalsOf(rows).length
  return {
    key: `${listing.productId}:${store.id}`,
    productId: listing.productId,
    title: listing.title,
    image: listing.image,
    storeName: store.name,
    action: problem ? 'blocked' : writes + removals > 0 ? 'update' : 'none',
    fields: rows.map(fieldView),
    problems: [
      ...(problem ? [{ field: null, level: 'blocks' as const, ...problem }] : []),
      ...needs.map(pictureNotice),
    ],
    contentHash: planHash(rows),
    estimatedCost: writes * WRITE_POINTS + removals * REMOVE_POINTS,
  }
}

const wordsIn = (language: string): string => (language === 'other' ? '其他语言的' : languageName(language))

/** Shopify has no pictures per language, so only a person can resolve this. */
const pictureNotice = ({ locale, count, languages }: PictureNeed): TranslationPreview['problems'][number] => ({
  field: null,
  level: 'warns',
  message: `${count} 张图片上有${languages.map(wordsIn).join('、')}文字，${languageName(locale)}没有对应图片`,
  advice: '店铺的图片不分语言：换成没有文字的图片，或在译文里标“这样就行”',
})

const whyOf = ({ reason, forbidden }: PlanRow): string => {
  const { label } = TRANSLATION_REASONS[reason]
  return reason === 'forbidden' ? `${label}：${forbidden.join('、')}` : label
}

const DISPUTED: readonly TranslationReason[] = ['theirs', 'removed-there', 'chosen']

function changeOf({ reason, shopNow }: PlanRow): TranslationField['change'] {
  if (isRemoved(reason)) return 'delete'
  return isWritten(reason) ? (shopNow === undefined ? 'create' : 'update') : 'none'
}

const fieldView = (row: PlanRow): TranslationField => ({
  field: row.rowKey,
  label: `${row.label}（${languageName(row.locale)}）`,
  locale: row.locale,
  market: row.marketName ?? '所有市场',
  storeNow: row.shopNow ?? null,
  ours: row.text,
  willBecome: row.becomes ?? null,
  why: whyOf(row),
  reason: row.reason,
  change: changeOf(row),
  // A text that was removed here can't be chosen over the shop's.
  conflict: row.text !== null && DISPUTED.includes(row.reason),
  isHidden: row.isHidden,
})
