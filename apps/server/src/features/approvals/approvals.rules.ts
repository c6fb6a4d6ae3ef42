import { APPROVAL_KINDS } from '@huoqiao/contract/approvals/approvals.status'
import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import { placementEndpoints } from '@huoqiao/contract/placement/placement.endpoints'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { yuanText } from '@huoqiao/kit'
import type { PurchaseDoc, PurchaseState } from '../purchases/index.ts'

/** The rights that spend: who holds one of them through a role is held by that role's limit. */
export const SPENDING_RIGHTS: Readonly<Record<ApprovalKind, readonly string[]>> = {
  place: [placementEndpoints.createAlibabaOrder.path, placementEndpoints.acceptAlibabaPrice.path],
  pay: [placementEndpoints.payByProtocol.path, placementEndpoints.requestPayLink.path],
}

export const isOpenFor = (kind: ApprovalKind, state: PurchaseState): boolean =>
  APPROVAL_KINDS[kind].from.includes(state)

/** What a purchase comes to: what 1688 charges where it is known, what is expected before. */
export const amountOf = (purchase: Pick<PurchaseDoc, 'actualTotalMinor' | 'goodsMinor' | 'freightMinor'>): number =>
  purchase.actualTotalMinor ?? purchase.goodsMinor + (purchase.freightMinor ?? 0)

/** Why a purchase can't be asked for; undefined: it can. */
export function whyNotAsked(kind: ApprovalKind, state: PurchaseState): string | undefined {
  if (isOpenFor(kind, state)) return undefined
  const wanted = APPROVAL_KINDS[kind].from.map((one) => `“${PURCHASE_STATES[one].label}”`).join('或')
  return `现在是“${PURCHASE_STATES[state].label}”，${wanted}的才能申请${APPROVAL_KINDS[kind].label}`
}

/**
 * The limit of somebody with these roles: the highest of the roles that give the right, and none where one of them has no limit.
 * `limits`: of the roles that have one.
 */
export function limitOf(rolesWithRight: readonly string[], limits: ReadonlyMap<string, number | null>): number | null {
  let highest: number | null = null
  for (const roleId of rolesWithRight) {
    const limit = limits.get(roleId) ?? null
    if (limit === null) return null
    highest = Math.max(highest ?? 0, limit)
  }
  return highest
}

/** Why an amount goes beyond a day's limit; undefined: it does not. Fen. */
export function overLimit(
  kind: ApprovalKind,
  { limitMinor, usedMinor }: { limitMinor: number | null; usedMinor: number },
  amountMinor: number,
): string | undefined {
  if (limitMinor === null || usedMinor + amountMinor <= limitMinor) return undefined
  const what = APPROVAL_KINDS[kind].label
  return `超过你今天的${what}限额：限额 ${yuanText(limitMinor)}，今天已${what} ${yuanText(usedMinor)}，这次 ${yuanText(amountMinor)}。可以申请审批`
}
