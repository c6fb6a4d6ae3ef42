import type { DimensionName } from '@huoqiao/contract/analytics/analytics.figures'
import { NO_KEY } from '@huoqiao/contract/analytics/analytics.figures'
import { parseChinaTime } from '@huoqiao/kit/time'

type Asked = {
  from: string
  to: string
  storeId?: string | undefined
  country?: string | undefined
  supplier?: string | undefined
  category?: string | undefined
  product?: string | undefined
  keyword?: string | undefined
}
type Row = { key: string; name: string; note: string }

/** What a row links to: its orders, or its products (filters of the same page). Null: it has no link. */
export type Drill = (row: Row) => { to: string } | { narrow: Readonly<Record<string, string>> } | null

const DAY_MS = 86_400_000
/** The longest keyword that the order list accepts. */
const LONGEST_KEYWORD = 100

/**
 * The order list can be filtered by day, shop, country and keyword, but not by supplier or category: rows of those lead to their products
 * instead. Under a filter that the order list does not have, the other rows have no link, because it would show other orders than the row
 * counts.
 */
export function drillOf(group: DimensionName, { from, to, storeId, country, ...goods }: Asked): Drill {
  const isListed =
    country !== NO_KEY &&
    [goods.supplier, goods.category, goods.product, goods.keyword].every((filter) => filter === undefined)
  const orders = (
    more: Readonly<Record<string, string>>,
    days: { from: string; to: string } = { from, to },
  ): string => {
    const params = new URLSearchParams({
      ...(storeId === undefined ? {} : { storeId }),
      ...(country === undefined ? {} : { country }),
      from: String(parseChinaTime(days.from) ?? 0),
      to: String((parseChinaTime(days.to) ?? 0) + DAY_MS - 1),
      ...more,
    })
    return `/order/list?${params.toString()}`
  }
  const words = (text: string): string => text.slice(0, LONGEST_KEYWORD)
  return ({ key, name, note }) => {
    if (key === 'others' || (key === NO_KEY && group === 'country')) return null
    if (group === 'supplier' || group === 'category') return { narrow: { [group]: key, group: 'product' } }
    if (!isListed) return null
    switch (group) {
      case 'day':
        return { to: orders({}, { from: key, to: key }) }
      case 'store':
        return { to: orders({ storeId: key }) }
      case 'country':
        return { to: orders({ country: key }) }
      case 'product':
        return { to: orders({ keyword: words(name) }) }
      case 'variant':
        return { to: orders({ keyword: words(note === '' ? name : note) }) }
    }
    return null
  }
}
