import { ENDPOINTS } from '@huoqiao/contract'
import type { InputOf, OutputOf } from '@huoqiao/contract'
import { approvalsEndpoints } from '@huoqiao/contract/approvals/approvals.endpoints'
import type { Approval, ApprovalDetail } from '@huoqiao/contract/approvals/approvals.schema'
import { APPROVAL_KINDS, APPROVAL_STATES } from '@huoqiao/contract/approvals/approvals.status'
import type { ApprovalState } from '@huoqiao/contract/approvals/approvals.status'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import { yuanText } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { RequestCall } from '../../db/request-call.ts'
import type { Perform } from '../../http/perform.ts'
import type { Actor, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import type { NoticesService } from '../notices/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import { amountOf, whyNotAsked } from './approvals.rules.ts'
import {
  countApprovals,
  decide,
  findApproval,
  findApprovalPage,
  findItems,
  findOpenItems,
  findOpenOf,
  findRolesWith,
  insertApproval,
  lockApproval,
  noteOutcome,
} from './approvals.store.ts'
import type { ApprovalRow } from './approvals.store.ts'
import { approvalView, itemView } from './approvals.view.ts'
import type { SpendingService } from './spending.service.ts'

type Endpoints = typeof ENDPOINTS

/** The call that carries out an approved request. */
const CARRIED_OUT_BY = { place: 'createAlibabaOrder', pay: 'payByProtocol' } as const

/** No role has this id: notices for it reach only administrators, who get all notices. */
const NO_ROLE = '00000000-0000-0000-0000-000000000000'

/** Requests from people who prepare purchases to people who may spend: with a sum and a reason, decided in one place. */
export function approvalsService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  perform: Perform
  notices: Pick<NoticesService, 'tell' | 'tellPerson'>
  purchases: Pick<PurchasesApi, 'purchaseForPlacement' | 'purchaseDocs' | 'markAskedFor'>
  spending: SpendingService
}) {
  const { db, purchases } = deps
  const now = (): Date => new Date(deps.clock.now())

  const service = {
    async requestApproval(tx: Tx, call: Call, input: InputOf<Endpoints['requestApproval']>): Promise<BulkOutcome> {
      const { kind, reason } = input
      const id = deps.newId()
      const rows: RowOutcome[] = []
      const asked: PurchaseDoc[] = []
      // Locked in the order of their ids, as everywhere, so that there is no deadlock.
      for (const purchaseId of [...new Set(input.purchaseIds)].toSorted()) {
        const purchase = await purchases.purchaseForPlacement(tx, purchaseId)
        if (!purchase) {
          rows.push({ key: purchaseId, ok: false, word: 'not-found', message: '采购单不存在或已被删除' })
          continue
        }
        const isAsked = (await findOpenItems(tx, kind, [purchaseId])).has(purchaseId)
        const why = isAsked ? `已经在等待${APPROVAL_KINDS[kind].label}审批` : whyNotAsked(kind, purchase.state)
        if (why === undefined) asked.push(purchase)
        const message = `${purchase.number}：${why ?? `已申请${APPROVAL_KINDS[kind].label}`}`
        rows.push({
          key: purchaseId,
          ok: why === undefined,
          message,
          ...(why === undefined ? { id } : { word: 'state-not-allowed' }),
        })
      }
      if (asked.length > 0) await write(tx, call, { id, kind, reason }, asked)
      return outcomeOf(rows)
    },

    async queryApprovals(
      tx: Tx,
      call: Call,
      { page, pageSize, mine, ...filter }: InputOf<Endpoints['queryApprovals']>,
    ): Promise<OutputOf<Endpoints['queryApprovals']>> {
      const byId = mine === 'true' ? call.actor.accountId : undefined
      const { rows, ...count } = await findApprovalPage(tx, { ...filter, byId }, { page, pageSize })
      return { list: await viewsOf(tx, rows, call.actor), ...count, page, pageSize }
    },

    getApprovalCountByState: (
      tx: Tx,
      call: Call,
      { mine, ...filter }: InputOf<Endpoints['getApprovalCountByState']>,
    ): Promise<OutputOf<Endpoints['getApprovalCountByState']>> =>
      countApprovals(tx, { ...filter, byId: mine === 'true' ? call.actor.accountId : undefined }),

    async getApproval(tx: Tx, call: Call, id: string): Promise<ApprovalDetail> {
      const row = await findApproval(tx, id)
      if (!row) throw new Refusal('not-found')
      const items = await itemsOf(tx, row)
      return {
        ...approvalView(
          row,
          items.map(({ number }) => number),
          call.actor,
        ),
        items,
        nowMinor: openSum(items),
        spending: await deps.spending.left(tx, call.actor, row.kind),
      }
    },

    /**
     * Decided first, carried out afterwards: of two people who approve, only one carries it out. Purchases that failed are reported in the
     * request, and can be requested again.
     */
    async approveApproval(call: RequestCall, input: InputOf<Endpoints['approveApproval']>): Promise<BulkOutcome> {
      const { row, purchaseIds } = await db.transaction(async (tx) => {
        const seen = await locked(tx, input)
        // Checked before anything is decided: nobody may close a request if the call itself would refuse them.
        const needed = ENDPOINTS[CARRIED_OUT_BY[seen.kind]]
        if (!call.actor.holds(needed.path)) throw new Refusal('no-right', { why: `需要“${needed.title}”权限` })
        const items = await itemsOf(tx, seen)
        const open = items.filter(({ isOpen }) => isOpen)
        if (open.length === 0)
          throw new Refusal('state-not-allowed', { why: `这些采购单现在都不用${APPROVAL_KINDS[seen.kind].label}了` })
        if (openSum(items) !== input.nowMinor)
          throw new Refusal('stale', { why: `金额变了，现在共 ${yuanText(openSum(items))}，请核对后再批准` })
        const spending = await deps.spending.left(tx, call.actor, seen.kind)
        deps.spending.refuseBeyond(seen.kind, spending, input.nowMinor)
        const decided = await conclude(tx, call, seen, 'approved', input.note)
        return { row: decided, purchaseIds: open.map(({ purchaseId }) => purchaseId) }
      })
      const reported = await deps
        .perform(CARRIED_OUT_BY[row.kind], call, { purchaseIds })
        .catch(async (error: unknown) => {
          // The call was refused as a whole or failed: the request says that the outcome is unknown, and each purchase shows its state.
          const message = isRefusal(error) ? (error.detail.why ?? error.message) : '没有办成，请看采购单的状态'
          await db.transaction((tx) =>
            noteOutcome(tx, row.id, new Map(purchaseIds.map((id) => [id, { ok: false, message }]))),
          )
          throw error
        })
      await db.transaction((tx) =>
        noteOutcome(tx, row.id, new Map(reported.rows.map(({ key, ok, message }) => [key, { ok, message }]))),
      )
      return reported
    },

    async declineApproval(tx: Tx, call: Call, input: InputOf<Endpoints['declineApproval']>): Promise<Approval> {
      return viewOf(tx, await conclude(tx, call, await locked(tx, input), 'declined', input.note), call.actor)
    },

    async withdrawApproval(tx: Tx, call: Call, input: InputOf<Endpoints['withdrawApproval']>): Promise<Approval> {
      const row = await locked(tx, input)
      if (row.byId !== call.actor.accountId) throw new Refusal('state-not-allowed', { why: '只有申请人自己能撤回' })
      return viewOf(tx, await conclude(tx, call, row, 'withdrawn', ''), call.actor)
    },

    /** A purchase changed: a request with nothing left to do is closed. */
    async closeOvertaken(purchaseId: string): Promise<void> {
      for (const { id } of await findOpenOf(db.handle, purchaseId))
        await db.transaction(async (tx) => {
          const row = await lockApproval(tx, id)
          if (row?.state !== 'asked') return
          if ((await itemsOf(tx, row)).some(({ isOpen }) => isOpen)) return
          await end(tx, row, 'overtaken', { decidedById: null, decidedBy: null, note: '' })
        })
    },
  }

  async function write(
    tx: Tx,
    call: Call,
    { id, kind, reason }: Pick<ApprovalRow, 'id' | 'kind' | 'reason'>,
    asked: readonly PurchaseDoc[],
  ): Promise<void> {
    const askedMinor = asked.reduce((sum, one) => sum + amountOf(one), 0)
    const { accountId: byId, name: by } = call.actor
    const head = { id, kind, reason, askedMinor, purchaseCount: asked.length, byId, by, state: 'asked' as const }
    await insertApproval(
      tx,
      { ...head, createdAt: now(), updatedAt: now() },
      asked.map((one, position) => ({
        approvalId: id,
        purchaseId: one.id,
        position,
        askedMinor: amountOf(one),
        open: kind,
      })),
    )
    await purchases.markAskedFor(
      tx,
      asked.map((one) => one.id),
      kind,
    )
    const title = `${by}申请${APPROVAL_KINDS[kind].label}：${asked.length} 张，共 ${yuanText(askedMinor)}`
    call.notes.object('approval', id, title)
    const able = await findRolesWith(tx, [approvalsEndpoints.approveApproval.path])
    await deps.notices.tell(tx, {
      kind: 'approval-asked',
      about: id,
      title,
      text:
        reason === ''
          ? asked
              .map(({ number }) => number)
              .join('、')
              .slice(0, 200)
          : reason,
      to: `/purchase/approvals?id=${id}`,
      roleIds: able.length > 0 ? able : [NO_ROLE],
    })
  }

  /** The open request, if it is still the version that the person saw. */
  async function locked(tx: Tx, { id, version }: { id: string; version: number }): Promise<ApprovalRow> {
    const row = await lockApproval(tx, id)
    if (!row) throw new Refusal('not-found')
    if (row.state !== 'asked')
      throw new Refusal('state-not-allowed', { why: `这个申请${APPROVAL_STATES[row.state].label}` })
    if (row.version !== version) throw new Refusal('stale')
    return row
  }

  async function conclude(
    tx: Tx,
    call: Call,
    row: ApprovalRow,
    to: Exclude<ApprovalState, 'asked'>,
    note: string,
  ): Promise<ApprovalRow> {
    const { accountId: decidedById, name: decidedBy } = call.actor
    const decided = await end(tx, row, to, { decidedById, decidedBy, note })
    if (!decided) throw new Refusal('stale')
    const title = `${APPROVAL_KINDS[row.kind].label}申请：${row.purchaseCount} 张，共 ${yuanText(row.askedMinor)}`
    call.notes.object('approval', row.id, title)
    call.notes.change('state', APPROVAL_STATES.asked.label, APPROVAL_STATES[to].label)
    if (to !== 'withdrawn' && row.byId !== decidedById)
      await deps.notices.tellPerson(tx, {
        kind: 'approval-decided',
        accountId: row.byId,
        about: row.id,
        title: `${title} ${APPROVAL_STATES[to].label}`,
        text: `${decidedBy}${note === '' ? '' : `：${note}`}`,
        to: `/purchase/approvals?id=${row.id}`,
      })
    return decided
  }

  async function end(
    tx: Tx,
    row: ApprovalRow,
    to: Exclude<ApprovalState, 'asked'>,
    how: { decidedById: string | null; decidedBy: string | null; note: string },
  ): Promise<ApprovalRow | undefined> {
    const items = await findItems(tx, [row.id])
    await purchases.markAskedFor(
      tx,
      items.map(({ purchaseId }) => purchaseId),
      null,
    )
    return decide(tx, row, to, { ...how, at: now() })
  }

  async function itemsOf(tx: Tx, row: ApprovalRow) {
    const items = await findItems(tx, [row.id])
    const docs = await purchases.purchaseDocs(
      tx,
      items.map(({ purchaseId }) => purchaseId),
    )
    const byId = new Map(docs.map((doc) => [doc.id, doc]))
    return items.flatMap((item) => {
      const doc = byId.get(item.purchaseId)
      return doc === undefined ? [] : [itemView(row.kind, item, doc)]
    })
  }

  async function viewsOf(tx: Tx, rows: readonly ApprovalRow[], actor: Actor): Promise<Approval[]> {
    const items = await findItems(
      tx,
      rows.map(({ id }) => id),
    )
    const docs = await purchases.purchaseDocs(tx, [...new Set(items.map(({ purchaseId }) => purchaseId))])
    const numbers = new Map(docs.map(({ id, number }) => [id, number]))
    return rows.map((row) =>
      approvalView(
        row,
        items.flatMap((item) => (item.approvalId === row.id ? (numbers.get(item.purchaseId) ?? []) : [])),
        actor,
      ),
    )
  }
  const viewOf = async (tx: Tx, row: ApprovalRow, actor: Actor): Promise<Approval> =>
    (await viewsOf(tx, [row], actor))[0]!

  return service
}

const openSum = (items: readonly { isOpen: boolean; nowMinor: number }[]): number =>
  items.reduce((sum, item) => sum + (item.isOpen ? item.nowMinor : 0), 0)
