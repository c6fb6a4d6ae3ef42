import type { RefusedTranslation } from '@huoqiao/connector-shopify'
import { languageName } from '@huoqiao/contract/languages'
import type { PlanRow } from './push-plan.rules.ts'

const WHY_REFUSED: Readonly<Record<RefusedTranslation['why'], string>> = {
  stale: '店铺的原文刚刚改过',
  locale: '店铺没有这种语言',
  market: '店铺没有这个市场',
  key: '店铺不能翻译这一项',
  value: '店铺不接受这段译文',
  other: '店铺没有接受',
}

/** A text that the shop refused. `market`: from the request, because the shop's answer does not name it. */
export type RefusedText = RefusedTranslation & { readonly market: string }

export const whyRefused = ({ why, message }: RefusedTranslation): string =>
  `${WHY_REFUSED[why]}${why === 'value' || why === 'other' ? `（${message.slice(0, 120)}）` : ''}`

/** Which texts were refused and why, a few of them by name. */
export function refusalOf(refused: readonly RefusedText[], rows: readonly PlanRow[], written: number): string {
  const named = refused.slice(0, 3).map((one) => {
    const row = rows.find(
      ({ target, locale, market }) => target?.key === one.key && locale === one.locale && market === one.market,
    )
    const place = [languageName(one.locale), row?.marketName].filter((part) => part).join(' · ')
    return `${row?.label ?? one.key}（${place}）：${whyRefused(one)}`
  })
  const more = refused.length > named.length ? `等 ${refused.length} 条` : ''
  return `${named.join('；')}${more}${written > 0 ? `；其余 ${written} 条已写入` : ''}`
}
