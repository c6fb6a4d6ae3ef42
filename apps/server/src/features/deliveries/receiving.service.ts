import { createHash } from 'node:crypto'
import type { BulkOutcome, InputOf } from '@huoqiao/contract'
import type { deliveriesEndpoints } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { canonicalJson } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { byColumnsOf, byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { FilesService } from '../files/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { AllocatingService } from './allocating.service.ts'
import { arrivedState, stateAfter } from './allocation.rules.ts'
import { confirmAlibabaOrders } from './deliveries.jobs.ts'
import { eachRow } from '../../platform/each-row.ts'
import { findParcel } from './parcels.store.ts'
import type { ParcelRow } from './parcels.store.ts'
import {
  claimRequest,
  findCameWith,
  findLastArrivals,
  findReceipt,
  findReceiptsOfLines,
  findRequest,
  findReversals,
  insertReceipts,
} from './receipts.store.ts'
import type { ReceiptRow } from './receipts.store.ts'
import { whyNotEnd, whyNotReceive, whyNotReverse, wordsOfEntries } from './receiving.rules.ts'
import type { ReceivingViews } from './receiving-views.service.ts'
import { packedIn, parcelsOf, sentOf } from './sent.rules.ts'
import type { CameWith, Sent } from './sent.rules.ts'

type Endpoints = typeof deliveriesEndpoints
type ReceiveInput = InputOf<Endpoints['receiveGoods']>
/** `parcel`: the one that the goods came with. `ill`: defective source pieces of each line so far. */
type Known = { sent: Sent; parcel: ParcelRow | null; cameWith: CameWith; ill: ReadonlyMap<string, number> }
export type ReceivingService = ReturnType<typeof receivingService>

/** Receives goods at the warehouse: writes immutable entries, allocates the goods to orders and updates the purchase's state. */
export function receivingService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  config: Pick<SystemConfigService, 'setting'>
  files: Pick<FilesService, 'hasPicture'>
  purchases: PurchasesApi
  allocating: AllocatingService
  views: ReceivingViews
}) {
  const { db, purchases } = deps
  const now = (): Date => new Date(deps.clock.now())

  async function lock(tx: Tx, purchaseId: string): Promise<PurchaseDoc> {
    const doc = await purchases.purchaseForPlacement(tx, purchaseId)
    if (!doc) throw new Refusal('not-found')
    return doc
  }

  /** Follow-up after entries were written: lines and state of the purchase, allocations, and 1688's confirmation if requested. */
  async function follow(tx: Tx, before: PurchaseDoc, entries: readonly ReceiptRow[], by: By): Promise<void> {
    const moved = entries.filter((entry) => entry.quantity !== 0)
    const arrivals = await findLastArrivals(
      tx,
      moved.map(({ lineId }) => lineId),
    )
    const lines = await purchases.addReceived(
      tx,
      before.id,
      moved.map(({ lineId, quantity }) => ({ lineId, quantity, lastAt: arrivals.get(lineId) ?? null })),
      { by, reason: wordsOfEntries(entries), stateOf: stateAfter },
    )
    const touched = new Set(entries.map((entry) => entry.lineId))
    await deps.allocating.resolve(
      tx,
      lines.filter((line) => touched.has(line.id)),
      { by, number: before.number },
    )
    if (arrivedState(lines) === 'done' && (await deps.config.setting(tx, 'delivery.autoConfirm')))
      await deps.jobs.enqueue(tx, confirmAlibabaOrders, { purchaseId: before.id }, { key: before.id })
  }

  return {
    async receiveGoods(call: Call, input: ReceiveInput): Promise<Receiving> {
      const { key, ...content } = input
      const digest = createHash('sha256').update(canonicalJson(content)).digest('hex')
      await db.transaction(async (tx) => {
        if (!(await claimRequest(tx, { key, accountId: call.actor.accountId, digest }))) {
          const known = await findRequest(tx, key)
          if (known?.digest !== digest) throw new Refusal('key-reused')
          return
        }
        const doc = await lock(tx, input.purchaseId)
        const why = whyNotReceive(doc.state)
        if (why !== undefined)
          throw new Refusal('state-not-allowed', { why: `${doc.number}：${why}`, affects: doc.number })
        const parcel = await parcelOf(tx, doc, input.parcelId)
        for (const [index, { photos }] of input.lines.entries())
          for (const address of photos)
            if (!(await deps.files.hasPicture(tx, address)))
              throw invalidField(`lines.${index}.photos`, '照片不是上传到这里的，或已不存在，请重新上传')
        const sent = await deps.views.sentOfPurchase(tx, doc)
        const cameWith = await findCameWith(
          tx,
          sent.parcels.map((parcel) => parcel.id),
        )
        const rows = entriesOf(doc, input, call, { sent, parcel, cameWith, ill: await illOf(tx, doc) })
        await insertReceipts(tx, rows)
        await follow(tx, doc, rows, byOf(call))
        call.notes.object('purchase', doc.id, doc.number)
        for (const row of rows) call.notes.change(`收货 ${row.title}`, null, row.quantity)
      })
      return deps.views.ofPurchase(input.purchaseId, input.parcelId)
    },

    async reverseReceipt(call: Call, input: InputOf<Endpoints['reverseReceipt']>): Promise<Receiving> {
      const purchaseId = await db.transaction(async (tx) => {
        const found = await findReceipt(tx, input.receiptId)
        if (!found) throw new Refusal('not-found')
        const doc = await lock(tx, found.purchaseId)
        if (found.reverses !== null) throw new Refusal('state-not-allowed', { why: '这是冲销记录，不能再冲销' })
        if ((await findReversals(tx, [found.id])).size > 0)
          throw new Refusal('state-not-allowed', { why: '这条收货记录已经冲销过' })
        const why = whyNotReverse(doc.state)
        if (why !== undefined) throw new Refusal('state-not-allowed', { why: `${doc.number}：${why}` })
        const reversal = reversalOf(found, input.note, call)
        await insertReceipts(tx, [reversal])
        await follow(tx, doc, [reversal], byOf(call))
        call.notes.object('purchase', doc.id, doc.number)
        call.notes.change(`冲销 ${found.title}`, found.quantity, 0)
        return doc.id
      })
      return deps.views.ofPurchase(purchaseId, null)
    },

    async reallocate(call: Call, input: InputOf<Endpoints['reallocate']>): Promise<Receiving> {
      const purchaseId = await db.transaction(async (tx) => {
        const [known] = await findReceiptsOfLines(tx, [input.lineId])
        if (!known) throw new Refusal('not-found', { why: '这一行还没有到货' })
        const doc = await lock(tx, known.purchaseId)
        const line = doc.lines.find((one) => one.id === input.lineId)
        if (!line) throw new Refusal('not-found')
        const moved = await deps.allocating.change(tx, line, input.parts, { by: byOf(call), number: doc.number })
        call.notes.object('purchase', doc.id, doc.number)
        for (const { orderName, from, to } of moved) call.notes.change(`分给 ${orderName}`, from, to)
        return doc.id
      })
      return deps.views.ofPurchase(purchaseId, null)
    },

    /** 终止剩余: demand that got no goods goes back to its orders, in the transaction that ends the purchase. */
    terminateRest: (call: Call, { purchaseIds, reason }: InputOf<Endpoints['terminateRest']>): Promise<BulkOutcome> =>
      eachRow([...new Set(purchaseIds)], String, (purchaseId) =>
        db.transaction(async (tx) => {
          const doc = await lock(tx, purchaseId)
          const why = whyNotEnd(doc.state)
          if (why !== undefined) throw new Refusal('state-not-allowed', { why: `${doc.number}：${why}` })
          const claims = await deps.allocating.claimsOf(
            tx,
            doc.lines.map((line) => line.id),
            { lock: true },
          )
          const rest = [...claims.values()]
            .flat()
            .map((claim) => ({ demandId: claim.demandId, saleQuantity: claim.demand.saleQuantity - claim.allocated }))
            .filter((part) => part.saleQuantity > 0)
          await purchases.releaseDemand(tx, rest, `终止剩余：${reason}`)
          await purchases.moveState(tx, doc.id, ['to-receive', 'part-received'], 'ended', {
            reason: `终止剩余：${reason}`,
            by: byOf(call),
          })
          const pieces = rest.reduce((sum, part) => sum + part.saleQuantity, 0)
          call.notes.object('purchase', doc.id, doc.number)
          call.notes.change('state', doc.state, 'ended')
          return { ok: true, message: `${doc.number}：已终止，${pieces} 件需求退回订单` }
        }),
      ),
  }

  async function parcelOf(tx: Tx, doc: PurchaseDoc, parcelId: string | null): Promise<ParcelRow | null> {
    if (parcelId === null) return null
    const found = await findParcel(tx, parcelId)
    if (!found || found.purchaseId !== doc.id) throw invalidField('parcelId', '这个包裹不属于这张采购单')
    return found
  }

  /** Defective source pieces of each line so far. */
  async function illOf(tx: Tx, doc: PurchaseDoc): Promise<ReadonlyMap<string, number>> {
    const ids = doc.lines.map((line) => line.id)
    const ill = new Map<string, number>()
    for (const { lineId, defects } of await findReceiptsOfLines(tx, ids))
      ill.set(lineId, (ill.get(lineId) ?? 0) + defects)
    return ill
  }

  function entriesOf(doc: PurchaseDoc, input: ReceiveInput, call: Call, known: Known): ReceiptRow[] {
    const over: string[] = []
    const unsent: string[] = []
    const seen = new Set<string>()
    const rows = input.lines.flatMap((request, index) => {
      const line = doc.lines.find((one) => one.id === request.lineId)
      if (!line) throw invalidField(`lines.${index}.lineId`, '采购单里没有这一行')
      if (seen.has(line.id)) throw invalidField(`lines.${index}.lineId`, '同一行不能填两次')
      seen.add(line.id)
      if (request.quantity === 0 && request.defects === 0) return []
      if (request.defects > 0 && request.defectReason === '')
        throw invalidField(`lines.${index}.defectReason`, '请填写不良品的原因')
      if (line.received + request.quantity > line.quantity)
        over.push(`“${line.title}”采购 ${line.quantity} 件，已收 ${line.received} 件，再收 ${request.quantity} 件`)
      const why = whyBeyond(line, request.quantity + request.defects, known)
      unsent.push(...why)
      return [{ request, line, isUnsent: why.length > 0 }]
    })
    if (rows.length === 0) throw invalidField('lines', '请填写收货数量')
    if (over.length > 0 && input.overReason === '')
      throw new Refusal('over-received', { why: over.join('；'), affects: doc.number })
    if (unsent.length > 0 && input.unsentReason === '')
      throw new Refusal('beyond-sent', { why: unsent.join('；'), affects: doc.number })
    return rows.flatMap(({ request, line, isUnsent }) => {
      const parts = input.parcelId === null ? parcelsOf(request, known.sent, known.cameWith) : []
      const whole = { parcelId: input.parcelId, quantity: request.quantity, defects: request.defects }
      return (parts.length === 0 ? [whole] : parts).map((part) => entryOf(part, request, line, isUnsent))
    })

    function entryOf(
      part: { parcelId: string | null; quantity: number; defects: number },
      request: ReceiveInput['lines'][number],
      line: PurchaseDoc['lines'][number],
      isUnsent: boolean,
    ): ReceiptRow {
      return {
        id: deps.newId(),
        purchaseId: doc.id,
        purchaseNumber: doc.number,
        lineId: line.id,
        title: line.title,
        specText: line.specText,
        image: line.image,
        ...part,
        defectReason: part.defects > 0 ? request.defectReason : '',
        photos: part.defects > 0 ? request.photos : [],
        overReason: line.received + request.quantity > line.quantity ? input.overReason : '',
        unsentReason: isUnsent ? input.unsentReason : '',
        note: input.note,
        reverses: null,
        ...byColumnsOf(call),
        at: now(),
        searchText: `${doc.number} ${line.title} ${line.specText}`.toLowerCase().slice(0, 600),
      }
    }
  }

  /** Why these pieces are more than 1688 reports: of the purchase, or of the parcel, which somebody else may have received already. */
  function whyBeyond(
    line: PurchaseDoc['lines'][number],
    pieces: number,
    { sent, parcel, cameWith, ill }: Known,
  ): string[] {
    const name = `“${`${line.title} ${line.specText}`.trim()}”`
    const left = sentOf(line.id, sent)
    const came = line.received + (ill.get(line.id) ?? 0) + pieces
    if (left !== null && came > left) return [`${name}1688显示发出 ${left} 件，收到就是 ${came} 件`]
    const packed = parcel && packedIn(parcel.id, line.id, sent.items)
    if (parcel === null || packed === null) return []
    const before = cameWith(parcel.id, line.id)
    const number = parcel.trackingNo ?? parcel.logisticsId
    return before + pieces > packed
      ? [`包裹 ${number} 里${name}1688显示 ${packed} 件，已收 ${before} 件，再收 ${pieces} 件`]
      : []
  }

  function reversalOf(found: ReceiptRow, note: string, call: Call): ReceiptRow {
    return {
      ...found,
      id: deps.newId(),
      quantity: -found.quantity,
      defects: -found.defects,
      photos: [],
      overReason: '',
      unsentReason: '',
      note,
      reverses: found.id,
      ...byColumnsOf(call),
      at: now(),
    }
  }
}
