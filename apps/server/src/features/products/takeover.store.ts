import { and, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { product, productVariant } from './products.tables.ts'
import type { TakeoverCandidate, TakeoverWanted } from './products.types.ts'

/** The most products that are compared with one page of a shop's products. */
const CANDIDATES_MAX = 500

/** Must be written exactly as in the indexes product_title_text, product_title_zh_text and product_picture_name. */
const TITLE = sql`lower(title)`
const TITLE_ZH = sql`lower(title_zh)`
const PICTURE_NAME = sql`lower(regexp_replace(split_part(image, '?', 1), '^.*/', ''))`

/** Live products that share a SKU code, a barcode, the title or the file name of the first picture with one of the wanted. */
export async function findTakeoverCandidates(tx: Tx, wanted: TakeoverWanted): Promise<TakeoverCandidate[]> {
  const codes = [...new Set(wanted.skuCodes)].filter((code) => code !== '')
  const barcodes = [...new Set(wanted.barcodes)].filter((code) => code !== '')
  const byCode =
    codes.length + barcodes.length === 0
      ? []
      : await tx
          .selectDistinct({ id: productVariant.productId })
          .from(productVariant)
          .where(
            or(
              and(inArray(productVariant.skuCode, codes), sql`sku_code <> ''`),
              and(inArray(productVariant.barcode, barcodes), sql`barcode <> ''`),
            ),
          )
          .limit(CANDIDATES_MAX)
  const titles = [...new Set(wanted.titles)].filter((title) => title !== '')
  const pictures = [...new Set(wanted.pictureNames)].filter((name) => name !== '')
  const byText = await tx
    .select({ id: product.id })
    .from(product)
    .where(
      and(
        isNull(product.recycledAt),
        or(
          inArray(TITLE, titles),
          and(inArray(TITLE_ZH, titles), sql`title_zh <> ''`),
          inArray(PICTURE_NAME, pictures),
        ),
      ),
    )
    .limit(CANDIDATES_MAX)
  const ids = [...new Set([...byCode, ...byText].map(({ id }) => id))].slice(0, CANDIDATES_MAX)
  if (ids.length === 0) return []
  const rows = await tx
    .select({
      id: product.id,
      title: product.title,
      titleZh: product.titleZh,
      image: product.image,
      listings: product.listings,
    })
    .from(product)
    .where(and(inArray(product.id, ids), isNull(product.recycledAt)))
  const variants = await tx
    .select({
      productId: productVariant.productId,
      skuCode: productVariant.skuCode,
      barcode: productVariant.barcode,
    })
    .from(productVariant)
    .where(
      and(
        inArray(
          productVariant.productId,
          rows.map(({ id }) => id),
        ),
        sql`not dropped`,
      ),
    )
  const byProduct = new Map<string, TakeoverCandidate['variants'][number][]>(rows.map(({ id }) => [id, []]))
  for (const { productId, ...codesOf } of variants) byProduct.get(productId)!.push(codesOf)
  return rows.map(({ listings, ...row }) => ({
    ...row,
    variants: byProduct.get(row.id)!,
    inStores: listings.flatMap((one) => (one.shopifyProductId !== null && one.state !== 'removed' ? one.storeId : [])),
  }))
}
