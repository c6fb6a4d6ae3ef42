import type { ShopChange } from '@huoqiao/contract/shop-change'
import type { ProductDoc } from '../products/index.ts'
import { sayWord } from '../stores/index.ts'
import type { ForbiddenWord, StoreDoc } from '../stores/index.ts'
import type { Desired } from './desired.mapping.ts'
import type { Plan } from './plan.rules.ts'

export type Problem = ShopChange['problems'][number]

/** Limits of the shop (reference, sections 2 and 3). */
const SHOP = { title: 255, variants: 2048, options: 3, images: 250, sku: 255 } as const

/** Finds what the shop would refuse before anything is written, each with what to do. `doubts` are only warnings. */
export function problemsOf(
  ours: Desired,
  store: StoreDoc,
  missing: readonly string[],
  doubts: readonly string[],
): Problem[] {
  const blocks = (field: string | null, message: string, advice: string): Problem => ({
    field,
    level: 'blocks',
    message,
    advice,
  })
  const problems: Problem[] = missing.map((message) => blocks(null, message, '打开编辑补全后再同步'))
  if (ours.title.length > SHOP.title) problems.push(blocks('title', `标题超过${SHOP.title}个字符`, '缩短标题'))
  if (ours.variants.length > SHOP.variants)
    problems.push(blocks('variants', `变体超过${SHOP.variants}个`, '停用一部分变体'))
  if (ours.options.length > SHOP.options) problems.push(blocks('options', `规格超过${SHOP.options}个`, '合并规格'))
  if (ours.images.length > SHOP.images) problems.push(blocks('images', `图片超过${SHOP.images}张`, '去掉一部分图片'))
  const unpriced = ours.variants.filter((variant) => variant.price === '')
  if (unpriced.length > 0) {
    problems.push(
      blocks('price', `${unpriced.length} 个变体在“${store.name}”没有价格`, '给店铺设置定价规则，或在编辑里填写价格'),
    )
  }
  const repeated = repeatedValues(ours)
  if (repeated !== undefined)
    problems.push(blocks('options', `规格组合“${repeated}”重复`, '修改规格值，使每个变体不同'))
  if (store.health === 'unauthorised')
    problems.push(blocks(null, `店铺“${store.name}”授权已失效`, '在连接与参数里重新授权店铺'))
  if (store.locationId === null) {
    problems.push({
      field: 'stock',
      level: 'warns',
      message: `店铺“${store.name}”没有设置发货地点，库存不会同步`,
      advice: '在连接与参数里选择发货地点',
    })
  }
  if (store.publicationIds.length === 0) {
    problems.push({
      field: null,
      level: 'warns',
      message: `店铺“${store.name}”没有选择销售渠道，商品不会展示给顾客`,
      advice: '在连接与参数里选择销售渠道',
    })
  }
  if (/src\s*=\s*["']?\/files\//i.test(ours.descriptionHtml)) {
    problems.push({
      field: 'descriptionHtml',
      level: 'warns',
      message: '描述里有只在本站能打开的图片，顾客在店铺里看不到',
      advice: '在系统参数里填写对外访问地址，再重新插入这些图片',
    })
  }
  for (const doubt of doubts) problems.push({ field: null, level: 'warns', message: doubt, advice: '核对后再同步' })
  return problems
}

/** A warning before selling a product whose source can no longer be bought. */
export const sourceGone = ({ sourceHealth }: Pick<ProductDoc, 'sourceHealth'>): Problem | undefined =>
  sourceHealth === 'offer-gone' || sourceHealth === 'link-dead'
    ? {
        field: null,
        level: 'warns',
        message: '1688货源已下架，卖出去的订单采购不到',
        advice: '换一个货源再同步，或取消这一项',
      }
    : undefined

/**
 * Forbidden words in our texts. They stop a push that would write the text. Where the shop has it already they are only a warning, because
 * prices and stock must reach the shop also after a rule was added.
 */
export function wordProblems(words: readonly ForbiddenWord[], plan: Plan, skip: ReadonlySet<string>): Problem[] {
  const sent = plan.fields.filter(({ field, change }) => change !== 'none' && !skip.has(field))
  const isSent = (of: ForbiddenWord['field']): boolean =>
    sent.some(
      ({ field, change }) =>
        field === of ||
        (of === 'options' &&
          (field.endsWith('.optionValues') || (change === 'create' && field.startsWith('variants.')))),
    )
  return words.map((one) => ({
    field: one.field,
    level: isSent(one.field) ? 'blocks' : 'warns',
    message: sayWord(one),
    advice: '打开编辑改掉这个词；如果可以用，到多语言的术语里改这条违禁词',
  }))
}

function repeatedValues(ours: Desired): string | undefined {
  const seen = new Set<string>()
  for (const variant of ours.variants) {
    const key = variant.optionValues.join(' / ').toLowerCase()
    if (seen.has(key)) return variant.optionValues.join(' / ')
    seen.add(key)
  }
  return undefined
}
