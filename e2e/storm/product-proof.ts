import type { Merchant } from './merchant.ts'
import { fact, none } from './proof.ts'
import type { Fact } from './proof.ts'
import type { ShopVariant, World } from './world.ts'

/** Each product is in each shop exactly once, in its last saved version. */
export async function proveProducts(world: World, merchant: Merchant): Promise<Fact[]> {
  const shown = merchant.shown()
  const names = new Set(merchant.storeNames())
  const wrong: string[] = []
  const notOurs: string[] = []
  let there = 0
  for (const { shop, name } of world.shops) {
    const ours = (await world.shopVariants(shop)).filter(({ sku }) => sku.startsWith('STORM'))
    if (!names.has(name)) {
      if (ours.length > 0) notOurs.push(`${name} ${ours.length} 个变体`)
      continue
    }
    for (const { title, skus } of shown.values()) {
      const found = ours.filter(({ sku }) => skus.includes(sku))
      if (isOnce(found, title, skus)) there++
      else wrong.push(`${name} 应为“${title}”：${found.map(({ product, sku }) => `${product}/${sku}`).join('，')}`)
    }
  }
  return [
    fact('商品 × 店铺', shown.size * names.size, there),
    none('不是每个店铺恰好一个商品，或不是最后保存的内容', wrong),
    none('没有要求同步的店铺里的商品', notOurs),
  ]
}

const isOnce = (found: readonly ShopVariant[], title: string, skus: readonly string[]): boolean =>
  found.length === skus.length && skus.every((sku) => found.some((one) => one.sku === sku && one.product === title))
