import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { SpendingLeft } from '@huoqiao/contract/approvals/approvals.schema'
import { formatChinaDate } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Actor, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Commitment } from '../placement/index.ts'
import { SPENDING_RIGHTS, limitOf, overLimit } from './approvals.rules.ts'
import {
  findLimitedRoles,
  findLimits,
  findRolesHolding,
  lockSpending,
  saveLimit,
  saveSpending,
  usedOn,
} from './spending.store.ts'

type Endpoints = typeof ENDPOINTS
export type SpendingService = ReturnType<typeof spendingService>

const RIGHTS = [...SPENDING_RIGHTS.place, ...SPENDING_RIGHTS.pay]

/** How much a person may spend per day (UTC+8), by the limits of their roles. */
export function spendingService(deps: { clock: Clock }) {
  const limitFor = async (tx: Tx, actor: Actor, kind: ApprovalKind): Promise<number | null> => {
    if (actor.isAdmin) return null
    const roleIds = await findRolesHolding(tx, actor.roleIds, SPENDING_RIGHTS[kind])
    const limits = await findLimits(tx, roleIds)
    const ofKind = (row: (typeof limits)[number]) => (kind === 'place' ? row.placeMinor : row.payMinor)
    return limitOf(roleIds, new Map(limits.map((row) => [row.roleId, ofKind(row)])))
  }

  const service = {
    async left(tx: Tx, actor: Actor, kind: ApprovalKind): Promise<SpendingLeft> {
      const day = formatChinaDate(deps.clock.now())
      return {
        limitMinor: await limitFor(tx, actor, kind),
        usedMinor: await usedOn(tx, { accountId: actor.accountId, day, kind }),
      }
    },

    getSpendingLeft: async (tx: Tx, actor: Actor): Promise<OutputOf<Endpoints['getSpendingLeft']>> => ({
      place: await service.left(tx, actor, 'place'),
      pay: await service.left(tx, actor, 'pay'),
    }),

    /**
     * Records what a person commits, in the transaction that commits it. Throws `over-limit` if that exceeds the daily limit: concurrent
     * calls of one person wait for each other here, so that they can't exceed it together.
     */
    async commit(tx: Tx, actor: Actor, { kind, purchaseId, part, amountMinor, number }: Commitment): Promise<void> {
      const day = formatChinaDate(deps.clock.now())
      const { accountId } = actor
      const limitMinor = await limitFor(tx, actor, kind)
      await lockSpending(tx, accountId)
      const usedMinor = await usedOn(tx, { accountId, day, kind, except: { purchaseId, part } })
      const why = overLimit(kind, { limitMinor, usedMinor }, amountMinor)
      if (why !== undefined) throw new Refusal('over-limit', { why: `${number}：${why}` })
      await saveSpending(tx, { accountId, day, kind, purchaseId, part, amountMinor })
    },

    /** Checks the sum before anything is started. Throws `over-limit`. */
    refuseBeyond(kind: ApprovalKind, left: SpendingLeft, amountMinor: number): void {
      const why = overLimit(kind, left, amountMinor)
      if (why !== undefined) throw new Refusal('over-limit', { why })
    },

    async querySpendingLimits(tx: Tx): Promise<OutputOf<Endpoints['querySpendingLimits']>> {
      return (await findLimitedRoles(tx, RIGHTS)).map(({ id, name, limit }) => ({
        roleId: id,
        roleName: name,
        placeMinor: limit?.placeMinor ?? null,
        payMinor: limit?.payMinor ?? null,
        version: limit?.version ?? 0,
      }))
    },

    /** Only administrators may change a limit that applies to themselves. */
    async saveSpendingLimit(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['saveSpendingLimit']>,
    ): Promise<OutputOf<Endpoints['saveSpendingLimit']>> {
      const { roleId, version, placeMinor, payMinor } = input
      const before = (await service.querySpendingLimits(tx)).find((one) => one.roleId === roleId)
      if (before === undefined) throw new Refusal('not-found')
      if (!call.actor.isAdmin && call.actor.roleIds.includes(roleId))
        throw new Refusal('not-yourself', { why: '这是你自己的角色，额度请让管理员来改' })
      const saved = await saveLimit(tx, version, {
        roleId,
        placeMinor,
        payMinor,
        updatedAt: new Date(deps.clock.now()),
      })
      if (!saved) throw new Refusal('stale', { current: before })
      call.notes.object('role', roleId, before.roleName)
      const limits = { placeMinor, payMinor }
      noteChanges(call.notes, limits, before, limits)
      return { ...before, placeMinor, payMinor, version: saved.version }
    },
  }
  return service
}
