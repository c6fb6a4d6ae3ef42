import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { keywordIn } from '../../db/search.ts'
import { salesOrder, salesOrderLine, salesOrderPerson, soldItem } from './orders.tables.ts'

/** Items that one keyword may stand for: who means more types another word. */
const ITEM_CAP = 500

/**
 * Ids of orders that a keyword finds, as a parenthesised query: by the beginning of the number, by SKU and titles of what was sold (the
 * newest first where one was sold very often), and by the customer's words for those who may see them. Each way is asked
 * of an index of its own, up to the cap. Undefined: nothing to look for.
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

/** Spelt as the index has it (sold_item_search). */
const ITEM_TEXT = sql`lower(title || ' ' || variant_title || ' ' || sku)`

/** A phone is typed with all kinds of signs between; other words are looked for as they are. */
function personWords(text: string): string[] {
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length >= 4 && /^[\d\s()+\-./]+$/.test(text)) return [digits]
  return text.split(/\s+/)
}

const likeText = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`)
