import type { Draw } from '../core/random.ts'
import { words } from './axes.ts'
import type { Bilingual, Category, ProductKind } from './world.types.ts'

/** Words that sellers add around a product, as in real titles. */
const OPENINGS = words(
  '跨境|Cross-border,亚马逊爆款|Amazon Hot-selling,外贸|Export,厂家直销|Factory Direct,现货|In Stock,2026新款|2026 New,欧美热卖|Popular in Europe and America,源头工厂|Source Factory,抖音同款|TikTok Style,工厂直供|Factory Supply',
)
const CLOSINGS = words(
  '批发|Wholesale,定制|Customisable,一件代发|Dropshipping,可印logo|Logo Printing Available,支持混批|Mixed Lots Accepted,厂家批发|Factory Wholesale',
)
/** Titles that break a page without escaping: markup, quotes, ampersands, emoji. */
const AWKWARD = words(
  '<升级版>|<Upgraded Version>,"加大号"|"Oversized",A&B款|A&B Style,\'ins风\'|\'ins style\',【限时特惠】|[Limited Offer],100%正品|100% Genuine,</b>清仓|</b> Clearance,★爆款★|★Hot★,😀可爱款|😀 Cute',
)

/** Maximum length of a title on 1688 (reference 2.5: subject, 128 characters). */
const LONGEST = 128

export function drawTitle(draw: Draw, category: Category, kind: ProductKind): Bilingual {
  const opening = draw.one(OPENINGS)
  const material = draw.one(category.materials)
  const features = draw.some(category.features, draw.whole(1, 2))
  const use = draw.one(category.uses)
  const closings = draw.some(CLOSINGS, draw.chance(0.5) ? 1 : 0)
  const awkward = draw.chance(0.04) ? [draw.one(AWKWARD)] : []
  const long = draw.chance(0.03)
    ? [...category.features, ...category.uses, ...category.materials, ...CLOSINGS, ...OPENINGS]
    : []
  const chinese = [...awkward, opening, material, ...features, kind.name, use, ...closings, ...long]
  const english = [...awkward, opening, material, ...features, kind.name, use, ...closings, ...long]
  return {
    zh: cut(chinese.map((word) => word.zh).join(''), LONGEST),
    en: cut(english.map((word) => word.en).join(' '), LONGEST * 2),
  }
}

/** Cuts by whole characters, so that no emoji is split in the middle of a surrogate pair. */
const cut = (text: string, longest: number): string => Array.from(text).slice(0, longest).join('')
