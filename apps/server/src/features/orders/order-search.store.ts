import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { keywordIn } from '../../db/search.ts'
import { salesOrder, salesOrderLine, salesOrderPerson, soldItem } from './orders.tables.ts'

/** Maximum of items that one keyword matches. A person who needs more types another word. */
const ITEM_CAP = 500

/**
 * SQL query (in parentheses) for the ids of orders that match a keyword: by the beginning of the number, by SKU and titles of sold items
 * (newest first if there are many), and by customer data if the caller may see it. Each part uses its own index, up to the cap. Undefined:
 * nothing to search for.
 */
export function orderHits(keyword: string | undefined, seesCustomers: boolean, cap: number): SQL | undefined {
  const text = (keyword ?? '').trim().toLowerCase()
  const items = keywordIn(ITEM_TEXT, text)
  if (!items) return undefined
  const number = text.replace(/^#+/, '')
  const byNumber = sql`(select ${salesOrder.id} as id from ${salesOrder}
    where lower(ltrim(${salesOrder.number}, '#')) like ${`${likeText(number)}%`} limit ${cap + 1})`
  const byItem = sql`(select l.order_id as id from ${salesOrderLine} l
    where l.item_id = any(array(select ${soldItem.id} from ${soldItem} where ${items.byIndex} limit ${ITEM_CAP}))
    order by l.order_id desc limit ${cap + 1})`
  const byPerson = sql`(select ${salesOrderPerson.orderId} as id from ${salesOrderPerson}
    where ${salesOrderPerson.words} @> ${sql.param(personWords(text))}::text[] limit ${cap + 1})`
  return sql`(${byNumber} union ${byItem}${seesCustomers ? sql` union ${byPerson}` : sql``})`
}

/** Must be written exactly like the index (sold_item_search). */
const ITEM_TEXT = sql`lower(title || ' ' || variant_title || ' ' || sku)`

/** Separators inside a phone number are removed; other words are searched as they are. */
function personWords(text: string): string[] {
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length >= 4 && /^[\d\s()+\-./]+$/.test(text)) return [digits]
  return text.split(/\s+/)
}

const likeText = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`)
