import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { PurchaseDetail, PurchaseEdit } from '@huoqiao/contract/purchases/purchases.schema'
import { SKUS_PER_PURCHASE } from '@huoqiao/contract/purchases/purchases.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { Change } from './change.rules.ts'
import type { CreatingService } from './creating.service.ts'
import type { DetailsService } from './details.service.ts'
import { wordedChanges } from './history.mapping.ts'
import { findLines, patchLine, removeLines } from './lines.store.ts'
import { skuKey } from './offer-price.rules.ts'
import { planOf, pricedLines } from './plan.rules.ts'
import type { KnownSource, PlanLine } from './plan.rules.ts'
import type { PlanningService } from './planning.service.ts'
import { obey } from './purchase-writing.service.ts'
import type { PurchaseWriting, Whole } from './purchase-writing.service.ts'
import { expectFreight } from './purchases.jobs.ts'
import { canOf } from './purchases.rules.ts'
import { findPurchase, lockPurchase, patchPurchase } from './purchases.store.ts'
import type { PurchasePatch, PurchaseRow } from './purchases.store.ts'
import { findSupplier } from './suppliers.store.ts'
import { findAddress } from './addresses.store.ts'

type Input = InputOf<(typeof ENDPOINTS)['editPurchaseOrder']>
export type Sources = ReadonlyMap<string, KnownSource>
export type Finished = Whole & { changes: readonly Change[] }
export type EditingService = ReturnType<typeof editingService>

/** Edits of a purchase order while it is 待审核. */
export function editingService(deps: {
  db: Db
  jobs: Jobs
  marketplace: MarketplaceService
  planning: PlanningService
  writing: PurchaseWriting
  creating: CreatingService
  details: DetailsService
}) {
  const { db, planning, writing, details } = deps

  const columnsOf = async (tx: Tx, row: PurchaseRow, input: PurchaseEdit): Promise<PurchasePatch> => {
    const patch: PurchasePatch = {}
    for (const field of ['message', 'note', 'freightNote', 'freightMinor'] as const) {
      const after = input.clear.includes(field) ? (field === 'freightMinor' ? null : '') : input[field]
      if (after !== undefined && after !== row[field]) Object.assign(patch, { [field]: after })
    }
    if (input.addressId !== undefined && input.addressId !== row.addressId) {
      const address = await findAddress(tx, input.addressId)
      if (!address) throw invalidField('addressId', '收货地址已被删除')
      Object.assign(patch, { addressId: address.id, addressName: address.name })
    }
    if (input.accountId !== undefined && input.accountId !== row.accountId) {
      const account = await deps.marketplace.requireAccount(tx, input.accountId)
      Object.assign(patch, { accountId: account.id, accountName: account.name })
    }
    return patch
  }

  const changeQuantities = async (tx: Tx, { lines }: Whole, input: PurchaseEdit): Promise<boolean> => {
    let isChanged = false
    for (const [index, { id, quantity, shortReason }] of input.lines.entries()) {
      const line = lines.find((one) => one.id === id)
      if (!line) throw invalidField(`lines.${index}.id`, '采购单里没有这一行，请刷新')
      if (quantity < line.need && shortReason === '')
        throw invalidField(`lines.${index}.shortReason`, `少于需要的${line.need}件，请填写原因`)
      const reason = quantity < line.need ? shortReason : ''
      if (quantity === line.quantity && reason === line.shortReason) continue
      await patchLine(tx, id, { quantity, shortReason: reason, updatedAt: writing.now() })
      isChanged = true
    }
    return isChanged
  }

  const takeOut = async (tx: Tx, whole: Whole, input: PurchaseEdit): Promise<boolean> => {
    if (input.removeLineIds.length === 0) return false
    const gone = whole.lines.filter((line) => input.removeLineIds.includes(line.id))
    if (gone.length < new Set(input.removeLineIds).size)
      throw invalidField('removeLineIds', '采购单里没有这一行，请刷新')
    await dropLines(tx, whole, input.removeLineIds)
    return true
  }

  /** Gives the demand of the removed lines back to its orders. */
  const dropLines = async (tx: Tx, whole: Whole, lineIds: readonly string[]): Promise<void> => {
    const parts = whole.demand
      .filter((one) => lineIds.includes(one.asLineId))
      .map((demand) => ({ demand, saleQuantity: demand.saleQuantity }))
    await writing.release(tx, parts, `从采购单 ${whole.row.number} 移出`)
    await removeLines(tx, lineIds)
  }

  const putIn = async (tx: Tx, whole: Whole, input: PurchaseEdit, sources: Sources): Promise<boolean> => {
    if (input.addLines.length === 0) return false
    const { groups, left } = planOf(
      input.addLines.map((item, index) => ({ ...item, key: String(index), extra: item.quantity })),
      sources,
      new Map(),
    )
    if (left[0])
      throw new Refusal('offer-gone', {
        why: left[0].message,
        fields: { [`addLines.${left[0].key}`]: left[0].message },
      })
    const supplier = await findSupplier(tx, whole.row.supplierId)
    const other = groups.find((group) => group.sellerKey !== supplier?.sellerKey)
    if (other) throw invalidField('addLines', `“${other.supplierName}”是另一个供应商，请另建采购单`)
    const added = groups.flatMap((group) => group.lines)
    const present = new Map((await findLines(tx, [whole.row.id])).map((line) => [skuKey(line), line]))
    const fresh: PlanLine[] = []
    for (const line of added) {
      const same = present.get(skuKey(line))
      if (same)
        await patchLine(tx, same.id, {
          extraNeed: same.extraNeed + line.extra,
          need: same.need + line.extra,
          quantity: same.quantity + line.quantity,
        })
      else fresh.push(line)
    }
    if (present.size + fresh.length > SKUS_PER_PURCHASE)
      throw invalidField('addLines', `一张采购单最多${SKUS_PER_PURCHASE}个规格`)
    const last = Math.max(-1, ...[...present.values()].map((line) => line.position))
    await deps.creating.writeLines(tx, whole.row.id, fresh, last + 1)
    return true
  }

  /** A tier price depends on the quantity, so prices are set again after every change of a quantity. */
  const reprice = async (tx: Tx, purchaseId: string, sources: Sources): Promise<void> => {
    const lines = await findLines(tx, [purchaseId])
    for (const [index, { unitPriceMinor }] of pricedLines(lines, sources).entries()) {
      const line = lines[index]!
      if (sources.has(line.offerId) && unitPriceMinor !== line.unitPriceMinor)
        await patchLine(tx, line.id, { unitPriceMinor })
    }
  }

  /** Writes an edit of a locked purchase order under review. Undefined: the edit changes nothing. */
  const write = async (
    tx: Tx,
    whole: Whole,
    edit: PurchaseEdit,
    how: { by: By; reason: string; sources: Sources; batchId?: string },
  ): Promise<Finished | undefined> => {
    const { row } = whole
    const { sources, ...what } = how
    const patch = await columnsOf(tx, row, edit)
    const isCounted = await changeQuantities(tx, whole, edit)
    const isTaken = await takeOut(tx, whole, edit)
    const isPut = await putIn(tx, whole, edit, sources)
    const linesMoved = isCounted || isTaken || isPut
    if (!linesMoved && Object.keys(patch).length === 0) return undefined
    if (linesMoved && (await findLines(tx, [row.id])).length === 0)
      throw invalidField('removeLineIds', '至少保留一行；都不要时请删除采购单')
    if (linesMoved) await reprice(tx, row.id, sources)
    // The freight estimate held for other goods or another address, so it is dropped.
    const asksFreight = (linesMoved || 'addressId' in patch || 'accountId' in patch) && edit.freightMinor === undefined
    return conclude(
      tx,
      whole,
      { ...patch, ...(asksFreight ? { freightMinor: null } : {}) },
      { ...what, linesMoved, asksFreight },
    )
  }

  /** The last step of an edit and of its undo: a new version with its history, and a new freight estimate if needed. */
  const conclude = async (
    tx: Tx,
    whole: Whole,
    patch: PurchasePatch,
    how: { by: By; reason: string; batchId?: string; linesMoved: boolean; asksFreight: boolean },
  ): Promise<Finished> => {
    const { linesMoved, asksFreight, ...what } = how
    await patchPurchase(tx, whole.row.id, { ...patch, updatedAt: writing.now() })
    // If the lines did not change, the amount of an accepted preview stays: it may contain discounts that no line shows.
    const after = await writing.finish(tx, whole, { ...what, goods: linesMoved ? 'goods' : 'keep' })
    if (asksFreight) await deps.jobs.enqueue(tx, expectFreight, { purchaseId: whole.row.id })
    return after
  }

  const work = async (tx: Tx, call: Call, input: Input, sources: Sources): Promise<PurchaseDetail> => {
    const { purchaseId, version, ...edit } = input
    const row = await lockPurchase(tx, purchaseId)
    if (!row) throw new Refusal('not-found')
    const whole = await writing.wholeOf(tx, row)
    if (row.version !== version) throw new Refusal('stale', { current: await details.detailOf(tx, whole) })
    obey(canOf(row), 'editPurchaseOrder', row)
    if (row.origin === 'merge' && edit.removeLineIds.length + edit.addLines.length > 0)
      throw invalidField('removeLineIds', '合并单的行来自成员采购单，请先拆回再增减')
    const after = await write(tx, whole, edit, { by: byOf(call), reason: '修改', sources })
    if (!after) return details.detailOf(tx, whole)
    noteChanges(call, after)
    return details.detailOf(tx, after)
  }

  return {
    async editPurchaseOrder(call: Call, input: Input): Promise<PurchaseDetail> {
      if (!(await findPurchase(db.handle, input.purchaseId))) throw new Refusal('not-found')
      const lines = await findLines(db.handle, [input.purchaseId])
      const asked = await planning.sourcesOf(
        input.addLines.map((item) => item.offerId),
        call.signal,
      )
      const kept = await planning.keptSources(
        db.handle,
        lines.map((line) => line.offerId),
      )
      return db.transaction((tx) => work(tx, call, input, new Map([...kept, ...asked])))
    },
    write,
    conclude,
    dropLines,
    reprice,
  }
}

/** What the operation log records of an edit. */
export function noteChanges(call: Call, { row, changes }: Finished): void {
  call.notes.object('purchase', row.id, row.number)
  for (const { label, before, after } of wordedChanges(changes)) call.notes.change(label, before, after)
}
