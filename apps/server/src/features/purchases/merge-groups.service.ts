import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { MergeGroup } from '@huoqiao/contract/purchases/purchases.schema'
import { SKUS_PER_PURCHASE } from '@huoqiao/contract/purchases/purchases.schema'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { FreightService } from './freight.service.ts'
import { findDemand, findLines } from './lines.store.ts'
import { fittingSets, mergedLines, termsKey } from './merge.rules.ts'
import type { MergedLine } from './merge.rules.ts'
import { minimumOf, skuKey } from './offer-price.rules.ts'
import { goodsOf, offersOf, pricedLines } from './plan.rules.ts'
import type { PlanningService } from './planning.service.ts'
import { whyNotMerge } from './purchases.rules.ts'
import { findIdsByNumbers, findMergeable, findPurchases } from './purchases.store.ts'
import type { PurchaseRow } from './purchases.store.ts'
import { addressDoc } from './addresses.view.ts'
import { findAddressesOf } from './addresses.store.ts'

type Endpoints = typeof ENDPOINTS
export type MergeGroupsService = ReturnType<typeof mergeGroupsService>

/** Finds purchases that can be merged and calculates the saving; writes nothing. */
export function mergeGroupsService(deps: { db: Db; planning: PlanningService; freight: FreightService }) {
  const { db, planning } = deps

  /** The total of the members as one purchase, at the price tier that they reach together. */
  const together = async (tx: Tx, members: readonly PurchaseRow[]) => {
    const lines = await findLines(
      tx,
      members.map(({ id }) => id),
    )
    const demand = await findDemand(
      tx,
      lines.map(({ id }) => id),
    )
    const sources = await planning.keptSources(
      tx,
      lines.map((line) => line.offerId),
    )
    const parts = groupBy(demand, (one) => one.lineId)
    const merged = mergedLines(lines, (lineId) => parts.get(lineId) ?? [])
    const priced = pricedLines(merged, sources).map((line, index) => ({
      ...line,
      // An offer that is no longer known keeps the price that its members expected.
      unitPriceMinor: sources.has(line.offerId) ? line.unitPriceMinor : merged[index]!.unitPriceMinor,
    }))
    return { lines: priced, minimum: minimumOf(offersOf(sources), priced) }
  }

  const preview = async (call: Call, members: readonly PurchaseRow[], estimate: boolean): Promise<MergeGroup> => {
    const { lines, minimum } = await together(db.handle, members)
    const obstacle = obstacleOf(members, lines)
    const first = members[0]!
    const addresses = await findAddressesOf(db.handle, first.addressId === null ? [] : [first.addressId])
    const address = addresses[0] ? addressDoc(addresses[0]) : null
    const apartOf = async (row: PurchaseRow) => ({
      accountId: row.accountId,
      address,
      lines: await findLines(db.handle, [row.id]),
    })
    const asks = obstacle === null && estimate
    // The freight of each member is asked for too. A stored freight was typed by a person or is from another day, so it cannot be compared
    // with today's quote for the whole.
    const [all, ...apart] = asks
      ? await deps.freight.estimateAll(
          [{ accountId: first.accountId, address, lines }, ...(await Promise.all(members.map(apartOf)))],
          call.signal,
        )
      : []
    const quotes = members.map((_row, place) => apart[place]?.freightMinor ?? null)
    const freightApart = quotes.some((fen) => fen === null)
      ? null
      : quotes.reduce<number>((sum, fen) => sum + (fen ?? 0), 0)
    const freightTogether = all?.freightMinor ?? null
    const goodsMinor = goodsOf(lines)
    return {
      supplierId: first.supplierId,
      supplierName: first.supplierName,
      accountName: first.accountName,
      addressName: first.addressName,
      members: members.map((row, place) => ({
        id: row.id,
        number: row.number,
        goodsMinor: row.goodsMinor,
        freightMinor: quotes[place] ?? row.freightMinor,
      })),
      lineCount: lines.length,
      quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
      goodsMinor,
      freightApartMinor: freightApart,
      freightTogetherMinor: freightTogether,
      freightSavedMinor: freightApart === null || freightTogether === null ? null : freightApart - freightTogether,
      goodsSavedMinor: members.reduce((sum, row) => sum + row.goodsMinor, 0) - goodsMinor,
      freightNote: all?.note ?? apart.find((one) => one.note !== '')?.note ?? '',
      minimum,
      obstacle,
    }
  }

  const rowsOf = async (tx: Tx, numbers: readonly string[]): Promise<PurchaseRow[]> => {
    const found = await findIdsByNumbers(tx, numbers)
    const missing = [...new Set(numbers)].filter((number) => !found.has(number))
    if (missing.length > 0) throw new Refusal('not-found', { why: `没有采购单 ${missing.join('、')}` })
    return findPurchases(tx, [...found.values()])
  }

  /** Sets of purchases that can be merged: one supplier, account and address, and at most 50 SKUs. */
  const setsOf = async (tx: Tx, filter: Parameters<typeof findMergeable>[1]): Promise<string[][]> => {
    const open = await findMergeable(tx, filter)
    const lines = groupBy(
      await findLines(
        tx,
        open.map(({ id }) => id),
      ),
      (line) => line.purchaseId,
    )
    const members = open.map((row) => ({ ...row, skus: new Set((lines.get(row.id) ?? []).map(skuKey)) }))
    return [...groupBy(members, termsKey).values()].flatMap(fittingSets).map((set) => set.map(({ id }) => id))
  }

  return {
    together,
    rowsOf,
    setsOf,

    async previewMerge(
      call: Call,
      input: InputOf<Endpoints['previewMerge']>,
    ): Promise<OutputOf<Endpoints['previewMerge']>> {
      const groups: MergeGroup[] = []
      if (input.numbers.length > 0) {
        const rows = (await rowsOf(db.handle, input.numbers)).sort(byNumber)
        groups.push(await preview(call, rows, input.estimate))
      } else
        for (const ids of await setsOf(db.handle, {}))
          groups.push(await preview(call, (await findPurchases(db.handle, ids)).sort(byNumber), input.estimate))
      return { groups }
    },
  }
}

const byNumber = (a: PurchaseRow, b: PurchaseRow): number => (a.number < b.number ? -1 : 1)

/** Why these cannot be merged; null: they can. */
export function obstacleOf(members: readonly PurchaseRow[], lines: readonly MergedLine[]): string | null {
  for (const row of members) {
    const why = whyNotMerge(row)
    if (why !== undefined) return `${row.number}：${why}`
  }
  const first = members[0]
  if (!first || members.length < 2) return '至少要有两张采购单'
  const other = (field: 'supplierId' | 'accountId' | 'addressId'): boolean =>
    members.some((row) => row[field] !== first[field])
  if (other('supplierId')) return `供应商不同：${[...new Set(members.map((row) => row.supplierName))].join('、')}`
  if (other('accountId'))
    return `1688账号不同：${[...new Set(members.map((row) => row.accountName || '未选'))].join('、')}`
  if (other('addressId'))
    return `收货地址不同：${[...new Set(members.map((row) => row.addressName || '未选'))].join('、')}`
  return lines.length > SKUS_PER_PURCHASE ? `合并后有${lines.length}个规格，一次下单最多${SKUS_PER_PURCHASE}个` : null
}
