import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import { groupBy } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import { readSheet } from '../../platform/sheet-reader.ts'
import { SheetFault } from '../../platform/zip-reader.ts'
import type { CollectionApi } from '../collection/index.ts'
import type { StoresApi } from '../stores/index.ts'
import { findSoldSkus, findWaitingLinesOfSku } from './goods.store.ts'
import type { SoldSku, WaitingLine } from './goods.store.ts'
import type { Link, LinkingService } from './linking.service.ts'
import { relationRows, SHEET_REQUEST } from './relation-sheet.mapping.ts'
import type { RelationRow } from './relation-sheet.mapping.ts'

type Endpoint = (typeof ordersEndpoints)['importRelations']
type Outcome = OutputOf<Endpoint>
type OutcomeRow = Outcome['rows'][number]
/** A row for one store, with the sold items and waiting lines of its SKU. */
type Job = { row: RelationRow; storeId: string; storeName: string; sold: SoldSku[]; lines: WaitingLine[] }
export type RelationSheetService = ReturnType<typeof relationSheetService>

/** Every row may need an offer from 1688; this many take a minute or two at most. */
const MOST_ROWS = 500

/** 导入货源关联: imports a sheet of SKU → 1688 SKU. Valid rows are applied even if others are not; each row has an outcome. */
export function relationSheetService(deps: {
  db: Db
  linking: LinkingService
  collection: CollectionApi
  stores: Pick<StoresApi, 'storeNames'>
}) {
  const { db, linking } = deps

  const read = async (bytes: Buffer): Promise<RelationRow[]> => {
    try {
      const rows = relationRows(await readSheet(bytes))
      if (rows === undefined) throw new Refusal('file-refused', { why: SHEET_REQUEST })
      if (rows.length > MOST_ROWS) throw new Refusal('file-refused', { why: `一次最多导入 ${MOST_ROWS} 行` })
      return rows
    } catch (error) {
      if (error instanceof SheetFault) throw new Refusal('file-refused', { why: error.message })
      throw error
    }
  }

  /** The SKU that the row names by SKU id or spec id; the offer shows which of the two it is. */
  const linkFor = async (row: RelationRow): Promise<Link> => {
    const { offerId, spec, saleQuantity, sourceQuantity } = row
    const plain = { offerId, saleQuantity, sourceQuantity }
    if (spec === '') return { ...plain, skuId: null, specId: null }
    const known = await deps.collection.offerOf(db.handle, offerId)
    const isSku = known ? known.offer.skus.some(({ skuId }) => skuId === spec) : /^\d+$/.test(spec)
    return isSku ? { ...plain, skuId: spec, specId: null } : { ...plain, skuId: null, specId: spec }
  }

  /** Checks the row against a known offer now; an unknown offer is read when the row is written. */
  const faultOf = async (call: Call, row: RelationRow): Promise<string | undefined> => {
    if (!(await deps.collection.offerOf(db.handle, row.offerId))) return undefined
    try {
      await linking.checked(call, await linkFor(row))
      return undefined
    } catch (error) {
      return sentenceOf(error)
    }
  }

  const write = async (call: Call, job: Job): Promise<string> => {
    const link = await linking.checked(call, await linkFor(job.row))
    return db.transaction(async (tx) => {
      // Stored by SKU for items that were never sold yet, and for every variant that was sold under it; replaces existing relations.
      const bySku = { storeId: job.storeId, variantId: null, sku: job.row.sku, key: '' }
      await linking.remember(tx, call, [bySku, ...job.sold.filter(({ variantId }) => variantId !== null)], link)
      if (job.lines.length === 0) return '已记住，以后的订单自动带上'
      const lineIds = job.lines.map(({ lineId }) => lineId)
      const { outcomes, followed } = await linking.link(tx, call, { lineIds, link, scope: 'remember' })
      const done = [...outcomes.values()].filter(({ ok }) => ok).length
      const rest = lineIds.length - done
      return `已记住，关联了 ${done} 行${followed > 0 ? `，${followed} 行同款跟着换` : ''}${rest > 0 ? `；${rest} 行已不能换` : ''}`
    })
  }

  const jobsOf = async (rows: readonly RelationRow[]): Promise<Map<RelationRow, Job[] | string>> => {
    const names = await deps.stores.storeNames()
    const skus = [...new Set(rows.map(({ sku }) => sku))]
    const sold = groupBy(await findSoldSkus(db.handle, [...names.keys()], skus), keyOf)
    const waiting = new Map<string, Map<string, WaitingLine[]>>()
    for (const storeId of names.keys())
      waiting.set(
        storeId,
        groupBy(await findWaitingLinesOfSku(db.handle, storeId, skus), ({ sku }) => sku),
      )
    return new Map(
      rows.map((row): [RelationRow, Job[] | string] => {
        if (row.fault !== undefined) return [row, row.fault]
        const stores = [...names].filter(([, name]) => row.store === '' || name === row.store)
        if (stores.length === 0) return [row, `没有叫“${row.store}”的店铺`]
        return [
          row,
          stores.map(([storeId, storeName]) => ({
            row,
            storeId,
            storeName,
            sold: sold.get(keyOf({ storeId, sku: row.sku })) ?? [],
            lines: waiting.get(storeId)?.get(row.sku) ?? [],
          })),
        ]
      }),
    )
  }

  return {
    async importRelations(call: Call, input: InputOf<Endpoint>): Promise<Outcome> {
      const rows = await read(call.file.bytes)
      const outcomes: OutcomeRow[] = []
      const seen = new Set<string>()
      for (const [row, jobs] of await jobsOf(rows)) {
        if (typeof jobs === 'string') {
          outcomes.push(outcomeRow(row, { storeName: row.store, lines: 0, ok: false, message: jobs }))
          continue
        }
        for (const job of jobs) {
          const reported = { storeName: job.storeName, lines: job.lines.length }
          const twice = seen.has(keyOf({ storeId: job.storeId, sku: row.sku }))
          seen.add(keyOf({ storeId: job.storeId, sku: row.sku }))
          const fault = twice ? '同一个SKU在表里写了两次' : await faultOf(call, row)
          if (fault !== undefined) outcomes.push(outcomeRow(row, { ...reported, ok: false, message: fault }))
          else if (input.dryRun === 'true')
            outcomes.push(outcomeRow(row, { ...reported, ok: true, message: requestText(job.lines) }))
          else outcomes.push(outcomeRow(row, { ...reported, ...(await written(() => write(call, job))) }))
        }
      }
      const good = outcomes.filter(({ ok }) => ok).length
      return { rows: outcomes, good, faulty: outcomes.length - good }
    },
  }
}

const keyOf = ({ storeId, sku }: { storeId: string; sku: string }): string => `${storeId} ${sku}`

const requestText = (lines: readonly WaitingLine[]): string =>
  lines.length > 0 ? `记住，并关联等着的 ${lines.length} 行` : '记住；现在没有订单等着它'

/** A refusal concerns this row only; the other rows continue. */
async function written(write: () => Promise<string>): Promise<Pick<OutcomeRow, 'ok' | 'message'>> {
  try {
    return { ok: true, message: await write() }
  } catch (error) {
    return { ok: false, message: sentenceOf(error) }
  }
}

/** The text of a refusal; any other error is an internal one and is thrown again. */
function sentenceOf(error: unknown): string {
  if (!isRefusal(error)) throw error
  return Object.values(error.detail.fields ?? {})[0] ?? error.detail.why ?? error.message
}

const outcomeRow = (
  row: RelationRow,
  reported: Pick<OutcomeRow, 'storeName' | 'lines' | 'ok' | 'message'>,
): OutcomeRow => ({
  row: row.row,
  sku: row.sku,
  source: [row.offerId || row.written, row.spec].filter((text) => text !== '').join(' / '),
  ...reported,
})
