import { hexOf } from '../core/random.ts'
import type { Draw } from '../core/random.ts'
import { AXES, COLOURS, COLOUR_ATTRIBUTE_ID, COLOUR_NAME } from './axes.ts'
import { pictureName } from './pictures.names.ts'
import type { Category, ProductKind, Sku, SkuValue } from './world.types.ts'

/** Maximum number of SKUs of one product in the simulated world (brief: 1 to 60). */
const MOST_SKUS = 60

/** Style names for products without colours. */
const STYLES = ['A款', 'B款', 'C款', 'D款', 'E款', 'F款', 'G款', 'H款'].map((zh, i) => ({
  zh,
  en: `Style ${'ABCDEFGH'[i]}`,
}))
const STYLE_ATTRIBUTE_ID = 2915

export type SkuMaking = {
  seed: string
  offerId: string
  category: Category
  kind: ProductKind
  draw: Draw
  /** Price of the cheapest SKU, fen. */
  baseFen: number
  baseGrams: number
  cargo: string
  nextSkuId: () => string
}

/** First axis: colour with a picture each, or style. The number of values is drawn so that 60 SKUs occur sometimes. */
function firstValues({ draw, category, kind, offerId }: SkuMaking): SkuValue[] {
  const many = draw.chance(0.06)
  if (category.coloured || draw.chance(0.3)) {
    return draw.some(COLOURS, many ? draw.whole(9, 16) : draw.whole(1, 6)).map((colour) => ({
      attributeId: COLOUR_ATTRIBUTE_ID,
      name: COLOUR_NAME,
      value: { zh: colour.zh, en: colour.en },
      image: pictureName(`${offerId}:${colour.zh}`, 'sku', kind.emoji, colour.hex),
    }))
  }
  return STYLES.slice(0, many ? 8 : draw.whole(1, 4)).map((value) => ({
    attributeId: STYLE_ATTRIBUTE_ID,
    name: { zh: '款式', en: 'Style' },
    value,
  }))
}

function secondValues({ draw, kind }: SkuMaking): SkuValue[] {
  const axis = AXES[kind.axis]
  if (!axis || draw.chance(0.15)) return []
  const count = draw.whole(Math.min(2, axis.values.length), axis.values.length)
  const start = draw.whole(0, axis.values.length - count)
  return axis.values
    .slice(start, start + count)
    .map((value) => ({ attributeId: axis.attributeId, name: axis.name, value }))
}

/** Draws the SKUs of one product: the combinations of the values, more expensive and heavier along the second axis, some out of stock. */
export function drawSkus(making: SkuMaking): Sku[] {
  const { draw, seed, offerId, baseFen, baseGrams, cargo } = making
  const first = firstValues(making)
  const second = secondValues(making)
  const stepPercent = draw.chance(0.55) ? 0 : draw.whole(4, 18)
  const heavier = draw.chance(0.5) ? 0 : draw.whole(3, 20)
  const skus: Sku[] = []
  for (const [i, one] of first.entries()) {
    for (const [j, two] of (second.length > 0 ? second : [undefined]).entries()) {
      if (skus.length >= MOST_SKUS) return skus
      skus.push({
        skuId: making.nextSkuId(),
        specId: hexOf(`${seed}:${offerId}:${i}:${j}`, 32),
        priceFen: roundToTenFen(baseFen + (baseFen * stepPercent * j) / 100),
        stock: draw.chance(0.08) ? 0 : draw.chance(0.1) ? draw.whole(1, 9) : draw.whole(20, 9_999),
        cargoNumber: `${cargo}-${String(i + 1).padStart(2, '0')}${second.length > 0 ? String.fromCharCode(65 + j) : ''}`,
        grams: Math.max(1, Math.round(baseGrams * (1 + (heavier * j) / 100))),
        values: two ? [one, two] : [one],
      })
    }
  }
  return skus
}

/** Sellers' prices are multiples of a tenth of a yuan. */
export const roundToTenFen = (fen: number): number => Math.max(10, Math.round(fen / 10) * 10)
