import { createHash } from 'node:crypto'
import type { LiveProduct, LiveVariant } from '@huoqiao/connector-shopify'
import type { DryRunField, ShopChange } from '@huoqiao/contract/shop-change'
import { canonicalJson } from '@huoqiao/kit'

const STATUS_WORDS: Readonly<Record<LiveProduct['status'], string>> = {
  ACTIVE: '在售',
  DRAFT: '草稿',
  ARCHIVED: '已归档',
  UNLISTED: '不列出',
}

export const LAST_VARIANTS = '不能删除商品的全部变体；要删除商品请用“删除商品”'

type Asked = {
  storeName: string
  productId: string
  /** undefined: the product is not in the shop */
  live: LiveProduct | undefined
  /** undefined: the whole product */
  variantIds: readonly string[] | undefined
  /** it belongs to a product of ours */
  isOurs: boolean
}

/** What a deletion removes from the shop, for the dry run. */
export function deletionOf(asked: Asked): ShopChange {
  const { live, productId, storeName, variantIds, isOurs } = asked
  const contentHash = hashOf(asked)
  const base = { key: productId, image: null, storeName, contentHash }
  if (!live) {
    const gone = { field: null, level: 'blocks' as const, message: '店铺里没有这个商品', advice: '刷新列表' }
    return { ...base, title: productId, action: 'blocked', fields: [], problems: [gone] }
  }
  const { title } = live
  const image = live.media.find(({ previewUrl }) => previewUrl !== undefined)?.previewUrl ?? null
  const shown = { ...base, title, image }
  if (variantIds === undefined)
    return {
      ...shown,
      action: 'delete',
      fields: [
        ...productFields(live, isOurs),
        ...live.variants.map((variant) => variantField(variant, '连同商品一起删除', isOurs)),
      ],
      problems: isOurs
        ? [warns('这里有商品对应它，删除后会显示“店铺已删除”', '再同步会重新创建，链接和销量从头开始')]
        : [],
    }
  const chosen = new Set(variantIds)
  const going = live.variants.filter(({ id }) => chosen.has(id))
  const left = live.variants.length - going.length
  const fields = [
    ...going.map((variant) => variantField(variant, '删除变体', isOurs)),
    ...[...chosen].filter((id) => !live.variants.some((variant) => variant.id === id)).map(strangeVariant),
  ]
  if (going.length > 0 && left === 0)
    return { ...shown, action: 'blocked', fields, problems: [{ ...warns(LAST_VARIANTS, '少选几个'), level: 'blocks' }] }
  const count: DryRunField = {
    ...field('variants', '变体数', `${live.variants.length} 个`, isOurs),
    willBecome: `${left} 个`,
    why: '删除变体',
    change: 'update',
  }
  return {
    ...shown,
    action: going.length === 0 ? 'none' : 'delete',
    fields: going.length === 0 ? fields : [count, ...fields],
    problems: isOurs
      ? [warns('这里有商品对应它，下次同步会重新创建这里没有停用的变体', '在商品编辑里停用这些变体')]
      : [],
  }
}

const warns = (message: string, advice: string): ShopChange['problems'][number] => ({
  field: null,
  level: 'warns',
  message,
  advice,
})

/** `isOurs`: our product stays; only its copy in the shop is deleted. */
const field = (name: string, label: string, storeNow: string, isOurs: boolean): DryRunField => ({
  field: name,
  label,
  storeNow,
  ours: isOurs ? '不变' : null,
  willBecome: null,
  why: '删除商品',
  change: 'delete',
  conflict: false,
})

const productFields = (live: LiveProduct, isOurs: boolean): DryRunField[] => [
  field('title', '标题', live.title, isOurs),
  field('status', '销售状态', STATUS_WORDS[live.status], isOurs),
  ...(live.media.length > 0 ? [field('images', '图片', `${live.media.length} 张`, isOurs)] : []),
  ...(live.tags.length > 0 ? [field('tags', '标签', live.tags.join(', '), isOurs)] : []),
]

const variantField = (variant: LiveVariant, why: string, isOurs: boolean): DryRunField => ({
  ...field(
    `variants.${variant.id}`,
    `变体 ${variant.title}`,
    [variant.sku || '无编码', variant.price, ...(variant.tracked ? [`库存 ${variant.inventoryQuantity}`] : [])].join(
      ' · ',
    ),
    isOurs,
  ),
  why,
})

const strangeVariant = (id: string): DryRunField => ({
  ...field(`variants.${id}`, `变体 ${id.split('/').at(-1)}`, '', false),
  storeNow: null,
  why: '店铺里没有这个变体',
  change: 'none',
})

/** Stock changes with every sale, so it is not part of the hash, as for a push. */
const hashOf = ({ live, variantIds }: Asked): string =>
  createHash('sha256')
    .update(
      canonicalJson([
        variantIds === undefined ? null : [...variantIds].sort(),
        live
          ? {
              id: live.id,
              title: live.title,
              status: live.status,
              tags: live.tags,
              media: live.media.map(({ id }) => id),
              variants: live.variants.map(({ id, title, sku, price }) => ({ id, title, sku, price })),
            }
          : null,
      ]),
    )
    .digest('hex')
