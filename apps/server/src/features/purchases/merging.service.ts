import type { ENDPOINTS, InputOf, OutputOf, RowOutcome } from '@huoqiao/contract'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { invalidField, isRefusal, Refusal } from '../../platform/refusal.ts'
import type { CreatingService } from './creating.service.ts'
import type { DetailsService } from './details.service.ts'
import { GONE } from './change.rules.ts'
import { aimLines, insertLines } from './lines.store.ts'
import { obstacleOf } from './merge-groups.service.ts'
import type { MergeGroupsService } from './merge-groups.service.ts'
import { obey } from './purchase-writing.service.ts'
import type { PurchaseWriting, Whole } from './purchase-writing.service.ts'
import { expectFreight } from './purchases.jobs.ts'
import { findSupplier } from './suppliers.store.ts'
import { canOf } from './purchases.rules.ts'
import {
  findMembers,
  findPurchase,
  findPurchases,
  insertPurchases,
  lockPurchases,
  removePurchase,
} from './purchases.store.ts'
import type { PurchaseRow } from './purchases.store.ts'
import type { ReviewGuard } from './reviewing.service.ts'

type Endpoints = typeof ENDPOINTS

/** Merges are reversible: the members stay unchanged (decision 0007; beyond, item 9). */
export function mergingService(deps: {
  db: Db
  jobs: Jobs
  newId: NewId
  writing: PurchaseWriting
  creating: CreatingService
  details: DetailsService
  groups: MergeGroupsService
  guard: ReviewGuard
}) {
  const { db, writing, details, groups } = deps

  /** Creates one new purchase order for the members; their lines and demand stay as they are. */
  const merge = async (tx: Tx, call: Call, ids: readonly string[]): Promise<Whole> => {
    const members = await lockPurchases(tx, ids)
    const { lines } = await groups.together(tx, members)
    const obstacle = members.length < 2 ? '至少要有两张采购单' : obstacleOf(members, lines)
    if (obstacle !== null) throw new Refusal('not-mergeable', { why: obstacle })
    const by = byOf(call)
    const [number] = await deps.creating.numbersFor(tx, 1)
    const target = targetOf(members, { id: deps.newId(), number: number!, at: writing.now(), by })
    await insertPurchases(tx, [target])
    const lineIds = lines.map(() => deps.newId())
    await insertLines(
      tx,
      lines.map(({ memberLineIds: _members, ...line }, index) => ({
        ...line,
        id: lineIds[index]!,
        purchaseId: target.id,
        position: index,
        createdAt: writing.now(),
        updatedAt: writing.now(),
      })),
    )
    for (const [index, line] of lines.entries()) await aimLines(tx, line.memberLineIds, lineIds[index]!)
    for (const member of members)
      await writing.move(tx, member.id, ['reviewing'], 'merged', {
        reason: `合并到 ${target.number}`,
        by,
        patch: { mergedInto: target.id, mergedIntoNumber: target.number },
      })
    const whole = await writing.rework(tx, target.id, 'goods')
    await writing.record(tx, whole, { by, reason: `由 ${members.map((row) => row.number).join('、')} 合并` })
    await deps.jobs.enqueue(tx, expectFreight, { purchaseId: target.id })
    call.notes.object('purchase', target.id, target.number)
    for (const member of members) call.notes.object('purchase', member.id, member.number)
    return whole
  }

  return {
    async mergeOrderByPurOrderNo(
      call: Call,
      input: InputOf<Endpoints['mergeOrderByPurOrderNo']>,
    ): Promise<PurchaseDetail> {
      const rows = await groups.rowsOf(db.handle, input.numbers)
      return db.transaction(async (tx) => {
        const whole = await merge(
          tx,
          call,
          rows.map(({ id }) => id),
        )
        return details.detailOf(tx, whole)
      })
    },

    async oneClickMergeOrder(
      call: Call,
      input: InputOf<Endpoints['oneClickMergeOrder']>,
    ): Promise<OutputOf<Endpoints['oneClickMergeOrder']>> {
      const merged: OutputOf<Endpoints['oneClickMergeOrder']>['merged'] = []
      const left: RowOutcome[] = []
      if (input.supplierId !== undefined && !(await findSupplier(db.handle, input.supplierId)))
        throw invalidField('supplierId', '没有这个供应商')
      for (const ids of await groups.setsOf(db.handle, input)) {
        const numbers = (await findPurchases(db.handle, ids)).map((row) => row.number).sort()
        try {
          const target = await db.transaction(async (tx) => {
            const { row } = await merge(tx, call, ids)
            return (await details.cards(tx, [row]))[0]!
          })
          merged.push({ target, numbers })
        } catch (error) {
          if (!isRefusal(error)) throw error
          left.push({ key: numbers.join(','), ok: false, word: error.word, message: error.detail.why ?? error.message })
        }
      }
      return { merged, left }
    },

    async splitMerged(
      call: Call,
      input: InputOf<Endpoints['splitMerged']>,
    ): Promise<OutputOf<Endpoints['splitMerged']>> {
      const known = await findMembers(db.handle, [input.purchaseId])
      return db.transaction(async (tx) => {
        const locked = await lockPurchases(tx, [input.purchaseId, ...known.map(({ id }) => id)])
        const target = locked.find((row) => row.id === input.purchaseId)
        if (!target) throw new Refusal('not-found')
        if (target.version !== input.version)
          throw new Refusal('stale', { current: await details.detail(tx, target.id) })
        obey(canOf(target), 'splitMerged', target)
        const why = await deps.guard(tx, target.id)
        if (why !== undefined) throw new Refusal('state-not-allowed', { why })
        const by = byOf(call)
        const whole = await writing.wholeOf(tx, target)
        const members = await findMembers(tx, [target.id])
        for (const member of members)
          await writing.move(tx, member.id, ['merged'], 'reviewing', {
            reason: `从 ${target.number} 拆回`,
            by,
            patch: { mergedInto: null, mergedIntoNumber: null },
          })
        await writing.record(tx, whole, { by, reason: '拆回', changes: [GONE] })
        await removePurchase(tx, target.id)
        call.notes.object('purchase', target.id, target.number)
        const rows = await Promise.all(members.map(({ id }) => findPurchase(tx, id)))
        return {
          members: await details.cards(
            tx,
            rows.flatMap((row) => row ?? []),
          ),
        }
      })
    },
  }
}

function targetOf(
  members: readonly PurchaseRow[],
  made: { id: string; number: string; at: Date; by: { accountId: string; name: string } },
) {
  const first = members[0]!
  const words = (field: 'message' | 'note' | 'freightNote', most: number): string =>
    [...new Set(members.map((row) => row[field]).filter(Boolean))].join('；').slice(0, most)
  return {
    id: made.id,
    number: made.number,
    state: 'reviewing' as const,
    origin: 'merge' as const,
    supplierId: first.supplierId,
    supplierName: first.supplierName,
    accountId: first.accountId,
    accountName: first.accountName,
    addressId: first.addressId,
    addressName: first.addressName,
    message: words('message', 500),
    note: words('note', 2000),
    freightNote: words('freightNote', 200),
    memberCount: members.length,
    createdById: made.by.accountId,
    createdBy: made.by.name,
    createdAt: made.at,
    updatedAt: made.at,
  }
}
