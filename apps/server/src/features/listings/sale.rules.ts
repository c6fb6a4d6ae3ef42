import { createHash } from 'node:crypto'
import type { LiveProduct } from '@huoqiao/connector-shopify'
import type { ShopChange } from '@huoqiao/contract/shop-change'
import { canonicalJson } from '@huoqiao/kit'
import type { ProductDoc } from '../products/index.ts'
import type { StoreDoc } from '../stores/index.ts'
import { mayToggle } from './listings.rules.ts'
import type { ListingRow, Pair } from './listings.store.ts'
import { sourceGone } from './problems.rules.ts'

export type SaleChange = ShopChange & Pair

type Sides = {
  online: boolean
  product: ProductDoc
  store: StoreDoc
  listing: ListingRow | undefined
  /** undefined: the product is not in the shop */
  live: LiveProduct | undefined
  /** number of fields that a push would change */
  differences: number
}

const STATUS_WORDS: Readonly<Record<LiveProduct['status'], string>> = {
  ACTIVE: '在售',
  DRAFT: '草稿（顾客看不到）',
  ARCHIVED: '已归档（顾客看不到）',
  UNLISTED: '不列出（有链接才看得到）',
}

/** The dry run of on or off sale: the shop's status now, ours, the new one, and why it is not possible. */
export function saleChangeOf({ online, product, store, listing, live, differences }: Sides): SaleChange {
  const blocked = whyNot(listing, live, online)
  const problems: ShopChange['problems'] = blocked ? [{ field: null, level: 'blocks', ...blocked }] : []
  const gone = online ? sourceGone(product) : undefined
  if (gone) problems.push(gone)
  if (online && !blocked && differences > 0)
    problems.push({
      field: null,
      level: 'warns',
      message: `这里和店铺还有 ${differences} 处不同，重新上架的是店铺里现有的内容`,
      advice: '要一起更新，请用“预演并同步”',
    })
  return {
    key: `${product.id}:${store.id}`,
    productId: product.id,
    storeId: store.id,
    title: product.titleZh || product.title,
    image: product.images[0]?.url ?? null,
    storeName: store.name,
    action: blocked ? 'blocked' : 'update',
    fields: live && !blocked ? fieldsOf(live.status, online) : [],
    problems,
    contentHash: hashOf(online, listing, live),
  }
}

function whyNot(
  listing: ListingRow | undefined,
  live: LiveProduct | undefined,
  online: boolean,
): { message: string; advice: string } | undefined {
  if (!listing || listing.shopifyProductId === null) return { message: '还没有同步到这家店铺', advice: '先预演并同步' }
  const why = mayToggle(listing.state, online)
  if (why !== undefined) return { message: why, advice: '不需要的话，取消这一项' }
  return live ? undefined : { message: '店铺里的商品已被删除', advice: '预演并同步会重新创建它' }
}

/** Our side is the last known status: if somebody changed it in the shop since, a person is asked. */
function fieldsOf(status: LiveProduct['status'], online: boolean): ShopChange['fields'] {
  const [known, target] = online ? (['DRAFT', 'ACTIVE'] as const) : (['ACTIVE', 'DRAFT'] as const)
  const isThere = status === target
  const moved = status !== known && !isThere
  const shown = {
    field: 'status',
    label: '销售状态',
    storeNow: STATUS_WORDS[status],
    ours: STATUS_WORDS[known],
    willBecome: STATUS_WORDS[target],
    why: isThere ? '' : moved ? '店铺里被改过' : online ? '重新上架' : '下架',
    change: isThere ? ('none' as const) : ('update' as const),
    conflict: moved,
  }
  if (!isThere) return [shown]
  const record = {
    field: 'record',
    label: '这里的记录',
    storeNow: null,
    ours: online ? '已下架' : '在线',
    willBecome: online ? '在线' : '已下架',
    why: '店铺里已经是这样，只改这里的记录',
    change: 'update' as const,
    conflict: false,
  }
  return [shown, record]
}

const hashOf = (online: boolean, listing: ListingRow | undefined, live: LiveProduct | undefined): string =>
  createHash('sha256')
    .update(
      canonicalJson([
        online,
        listing ? { state: listing.state, id: listing.shopifyProductId } : null,
        live ? { id: live.id, status: live.status, title: live.title } : null,
      ]),
    )
    .digest('hex')
