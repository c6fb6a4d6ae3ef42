import { APPROVAL_KINDS } from '@huoqiao/contract/approvals/approvals.status'
import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import { placementEndpoints } from '@huoqiao/contract/placement/placement.endpoints'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { yuanText } from '@huoqiao/kit'
import type { PurchaseDoc, PurchaseState } from '../purchases/index.ts'

/** The rights that spend money: an account that has one of them through a role has that role's limit. */
export const SPENDING_RIGHTS: Readonly<Record<ApprovalKind, readonly string[]>> = {
  place: [placementEndpoints.createAlibabaOrder.path, placementEndpoints.acceptAlibabaPrice.path],
  pay: [placementEndpoints.payByProtocol.path, placementEndpoints.requestPayLink.path],
}

export const isOpenFor = (kind: ApprovalKind, state: PurchaseState): boolean =>
  APPROVAL_KINDS[kind].from.includes(state)

/** The amount of a purchase: what 1688 charges if it is known, otherwise the expected amount. */
export const amountOf = (purchase: Pick<PurchaseDoc, 'actualTotalMinor' | 'goodsMinor' | 'freightMinor'>): number =>
  purchase.actualTotalMinor ?? purchase.goodsMinor + (purchase.freightMinor ?? 0)

/** Why no approval can be requested for a purchase; undefined: it can. */
export function whyNotAsked(kind: ApprovalKind, state: PurchaseState): string | undefined {
  if (isOpenFor(kind, state)) return undefined
  const wanted = APPROVAL_KINDS[kind].from.map((one) => `“${PURCHASE_STATES[one].label}”`).join('或')
  return `现在是“${PURCHASE_STATES[state].label}”，${wanted}的才能申请${APPROVAL_KINDS[kind].label}`
}

/**
 * The limit of an account with these roles: the highest limit of the roles with the right, or none if one of them has no limit. `limits`:
 * of the roles that have one.
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

/** Why an amount exceeds a daily limit; undefined: it does not. Fen. */
export function overLimit(
  kind: ApprovalKind,
  { limitMinor, usedMinor }: { limitMinor: number | null; usedMinor: number },
  amountMinor: number,
): string | undefined {
  if (limitMinor === null || usedMinor + amountMinor <= limitMinor) return undefined
  const what = APPROVAL_KINDS[kind].label
  return `超过你今天的${what}限额：限额 ${yuanText(limitMinor)}，今天已${what} ${yuanText(usedMinor)}，这次 ${yuanText(amountMinor)}。可以申请审批`
}
