import type { DryRunField } from '@huoqiao/contract/shop-change'
import type { DifferenceFigure } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import type { ShopSnapshot } from '../listings/index.ts'
import { productObject, shopProductObject } from './objects.rules.ts'
import type { Patience } from './reconciliation.rules.ts'
import type { Finding } from './reconciliation.types.ts'

/** Compares one listing with the shop. Values that wait for the next push are no difference, except a price that waits too long. */
export function compareShop(snapshot: ShopSnapshot, now: number, patience: Patience): Finding[] {
  if (snapshot.gone) return deleted(snapshot)
  const { prices, others } = apart(snapshot, now, patience)
  return [...status(snapshot), ...priced(snapshot, prices), ...changed(snapshot, others)]
}

const isPrice = ({ field }: DryRunField): boolean => /^variants\.[^.]+\.(price|compareAtPrice)$/.test(field)
const isStock = ({ field }: DryRunField): boolean => /^variants\.[^.]+\.stock$/.test(field)

/** Stock in the shop changes with every sale and is left out. */
function apart({ fields, state, changedAt }: ShopSnapshot, now: number, patience: Patience) {
  const changes = fields.filter((field) => field.change !== 'none' && !isStock(field))
  const isLate = state === 'online' && now - changedAt.getTime() >= patience.unpushed
  return {
    prices: changes.filter((field) => isPrice(field) && (field.conflict || isLate)),
    others: changes.filter((field) => !isPrice(field) && field.conflict),
  }
}

const about = (snapshot: ShopSnapshot): Pick<Finding, 'about' | 'subject' | 'objects'> => ({
  about: snapshot.listingId,
  subject: snapshot.listingId,
  objects: [
    productObject({ id: snapshot.productId, title: snapshot.title }),
    ...(snapshot.gone ? [] : [shopProductObject(snapshot)]),
  ],
})
const pair = ({ productId, storeId }: ShopSnapshot) => ({ productId, storeId })

const deleted = (snapshot: ShopSnapshot): Finding[] => [
  {
    ...about(snapshot),
    kind: 'shop-product-gone',
    what: `商品“${snapshot.title}”在店铺 ${snapshot.storeName} 里已被删除`,
    why: '有人在店铺后台或别的应用里删除了它',
    affects: `买家在店铺里看不到它${snapshot.state === 'removed' ? '' : '；这里仍显示在线'}`,
    next: '还要卖就在店铺重新创建；不卖了就打开商品，取消这一家店铺',
    figures: [{ label: '店铺商品', ours: '在线', theirs: '没有', unit: 'text' }],
    repair: { name: 'createInShop', input: pair(snapshot) },
  },
]

const LIVE: Readonly<Record<NonNullable<ShopSnapshot['liveStatus']>, string>> = {
  ACTIVE: '在售',
  DRAFT: '草稿',
  ARCHIVED: '已归档',
  UNLISTED: '不公开',
}

function status(snapshot: ShopSnapshot): Finding[] {
  const { state, liveStatus } = snapshot
  if (liveStatus === null || (state !== 'online' && state !== 'offline')) return []
  const isOn = liveStatus === 'ACTIVE'
  if (isOn === (state === 'online')) return []
  return [
    {
      ...about(snapshot),
      kind: 'shop-status',
      what: isOn
        ? `商品“${snapshot.title}”在这里已下架，在店铺 ${snapshot.storeName} 里还在卖`
        : `商品“${snapshot.title}”在这里是在线，在店铺 ${snapshot.storeName} 里是${LIVE[liveStatus]}`,
      why: '有人在店铺后台改了商品的状态',
      affects: isOn ? '不想卖的商品还会卖出去' : '买家买不到它；这里仍显示在线',
      next: isOn ? '按店铺的状态更新后，要停卖就在商品列表里下架' : '按店铺的状态更新；要继续卖，再在商品列表里上架',
      figures: [{ label: '状态', ours: isOn ? '已下架' : '在线', theirs: LIVE[liveStatus], unit: 'text' }],
      repair: { name: 'takeShopStatus', input: pair(snapshot) },
    },
  ]
}

/** The overwrite repair with the hash of what was compared: the push refuses if either side changed since. */
const overwrite = (snapshot: ShopSnapshot, fields: readonly DryRunField[]): NonNullable<Finding['repair']> => ({
  name: 'overwriteShop',
  input: { ...pair(snapshot), contentHash: snapshot.contentHash, fields: fields.map(({ field }) => field) },
})

function priced(snapshot: ShopSnapshot, prices: readonly DryRunField[]): Finding[] {
  if (prices.length === 0) return []
  const byShop = prices.filter(({ conflict }) => conflict).length
  return [
    {
      ...about(snapshot),
      kind: 'shop-price',
      what: `商品“${snapshot.title}”在店铺 ${snapshot.storeName} 里有 ${prices.length} 个价格和这里不一样`,
      why:
        byShop === prices.length
          ? '有人在店铺后台改了价格'
          : byShop === 0
            ? '这里改了价格，一直没有同步到店铺'
            : '店铺后台改过价格，这里也改了价格没有同步',
      affects: '正在按店铺里的价格卖，可能亏本或偏贵',
      next: '以这里为准就覆盖；以店铺为准就打开商品，把价格改成一样',
      figures: prices.map(figureOf),
      repair: overwrite(snapshot, prices),
    },
  ]
}

function changed(snapshot: ShopSnapshot, others: readonly DryRunField[]): Finding[] {
  if (others.length === 0) return []
  return [
    {
      ...about(snapshot),
      kind: 'shop-changed',
      what: `商品“${snapshot.title}”在店铺 ${snapshot.storeName} 里有 ${others.length} 处被改过`,
      why: `有人在店铺后台或别的应用里改了：${others.map(({ label }) => label).join('、')}`.slice(0, MESSAGE_CHARS),
      affects: '店铺和这里的内容不同；同步时会保留店铺里的修改，不会自动覆盖',
      next: '以这里为准就覆盖；以店铺为准就打开商品，改成一样，或忽略',
      figures: others.map(figureOf),
      repair: overwrite(snapshot, others),
    },
  ]
}

const LONGEST = 80
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** A description is shown by its length, because two texts of thousands of characters cannot be compared side by side. */
const figureOf = ({ field, label, ours, storeNow }: DryRunField): DifferenceFigure => {
  const side = (text: string | null): string | null =>
    text === null ? null : field === 'descriptionHtml' ? `${text.length} 字` : cut(text)
  return { label, ours: side(ours), theirs: side(storeNow), unit: 'text' }
}
