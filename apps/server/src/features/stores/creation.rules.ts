import { createHash } from 'node:crypto'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { DryRunField, ShopChange } from '@huoqiao/contract/shop-change'
import { canonicalJson } from '@huoqiao/kit'

type Form = InputOf<(typeof ENDPOINTS)['previewStoreCreation']>

/** Whether the shop has products with the same title or SKU. */
export type Twins = { title: boolean; sku: boolean }

/** What a form would create in the shop, for the dry run. `price` is formatted for the shop's currency. */
export function creationOf(form: Form, store: { id: string; name: string }, price: string, twins: Twins): ShopChange {
  const { title, sku, imageUrl, descriptionHtml } = form
  return {
    key: form.requestKey,
    title,
    image: imageUrl ?? null,
    storeName: store.name,
    action: 'create',
    fields: [
      made('title', '标题', title),
      made('price', '价格', price),
      ...(sku === '' ? [] : [made('sku', 'SKU', sku)]),
      made('status', '销售状态', form.status === 'ACTIVE' ? '在售' : '草稿（顾客看不到）'),
      ...(imageUrl === undefined ? [] : [made('images', '图片', imageUrl)]),
      ...(descriptionHtml === '' ? [] : [made('descriptionHtml', '描述', descriptionHtml)]),
    ],
    problems: [
      ...(twins.title ? [warns('title', '店铺里已经有同名的商品')] : []),
      ...(twins.sku ? [warns('sku', '店铺里已经有商品用这个SKU')] : []),
    ],
    contentHash: createHash('sha256')
      .update(canonicalJson([store.id, price, { ...form, storeId: null }]))
      .digest('hex'),
  }
}

const made = (field: string, label: string, text: string): DryRunField => ({
  field,
  label,
  storeNow: null,
  ours: text,
  willBecome: text,
  why: '新商品',
  change: 'create',
  conflict: false,
})

const warns = (field: string, message: string): ShopChange['problems'][number] => ({
  field,
  level: 'warns',
  message,
  advice: '核对是不是建过了',
})
