import type { ApprovalKind, ApprovalState } from '@huoqiao/contract/approvals/approvals.status'
import { APPROVAL_STATES } from '@huoqiao/contract/approvals/approvals.status'
import { and, asc, desc, eq, inArray, like, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countCapped, countStates, likeText } from '../../db/search.ts'
import { roleRight } from '../access/access.tables.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'
import { approval, approvalItem } from './approvals.tables.ts'

export type ApprovalRow = typeof approval.$inferSelect
export type ItemRow = typeof approvalItem.$inferSelect
export type ApprovalFilter = {
  kind?: ApprovalKind | undefined
  keyword?: string | undefined
  byId?: string | undefined
}

const STATES = Object.keys(APPROVAL_STATES) as ApprovalState[]

const where = (filter: ApprovalFilter, state?: SQL | ApprovalState): SQL | undefined => {
  const word = filter.keyword?.trim().toLowerCase()
  return and(
    filter.kind ? eq(approval.kind, filter.kind) : undefined,
    state === undefined ? undefined : sql`${approval.state} = ${state}`,
    filter.byId ? eq(approval.byId, filter.byId) : undefined,
    word
      ? or(
          like(sql`lower(${approval.by})`, likeText(word)),
          sql`exists (select 1 from ${approvalItem} join ${purchaseOrder} on ${purchaseOrder.id} = ${approvalItem.purchaseId} where ${approvalItem.approvalId} = ${approval.id} and lower(${purchaseOrder.number}) like ${likeText(word)})`,
        )
      : undefined,
  )
}

export async function insertApproval(
  tx: Tx,
  row: typeof approval.$inferInsert,
  items: readonly (typeof approvalItem.$inferInsert)[],
): Promise<void> {
  await tx.insert(approval).values(row)
  await tx.insert(approvalItem).values([...items])
}

/** Locks the row. */
export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await tx.select().from(approval).where(eq(approval.id, id)).for('update')
  return row
}

export const findApproval = async (tx: Tx, id: string): Promise<ApprovalRow | undefined> =>
  (await tx.select().from(approval).where(eq(approval.id, id)))[0]

export const findItems = (tx: Tx, approvalIds: readonly string[]): Promise<ItemRow[]> =>
  approvalIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(approvalItem)
        .where(inArray(approvalItem.approvalId, [...approvalIds]))
        .orderBy(asc(approvalItem.approvalId), asc(approvalItem.position))

/** Which of the purchases are in an open request of the kind. */
export async function findOpenItems(tx: Tx, kind: ApprovalKind, purchaseIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: approvalItem.purchaseId })
    .from(approvalItem)
    .where(and(inArray(approvalItem.purchaseId, [...purchaseIds]), eq(approvalItem.open, kind)))
  return new Set(rows.map(({ id }) => id))
}

/** The open requests that contain a purchase. */
export const findOpenOf = (tx: Tx, purchaseId: string): Promise<{ id: string }[]> =>
  tx
    .select({ id: approvalItem.approvalId })
    .from(approvalItem)
    .where(and(eq(approvalItem.purchaseId, purchaseId), sql`${approvalItem.open} is not null`))
    .orderBy(approvalItem.approvalId)

/** Ends an open request. Undefined: it is no longer open, or has changed since the person saw it. */
export async function decide(
  tx: Tx,
  { id, version }: { id: string; version: number },
  to: Exclude<ApprovalState, 'asked'>,
  how: { decidedById: string | null; decidedBy: string | null; note: string; at: Date },
): Promise<ApprovalRow | undefined> {
  const { at, ...by } = how
  const [row] = await tx
    .update(approval)
    .set({ ...by, state: to, decidedAt: at, updatedAt: at, version: version + 1 })
    .where(and(eq(approval.id, id), eq(approval.version, version), eq(approval.state, 'asked')))
    .returning()
  if (row) await tx.update(approvalItem).set({ open: null }).where(eq(approvalItem.approvalId, id))
  return row
}

export async function noteOutcome(
  tx: Tx,
  approvalId: string,
  outcomes: ReadonlyMap<string, { ok: boolean; message: string }>,
): Promise<void> {
  for (const [purchaseId, { ok, message }] of outcomes)
    await tx
      .update(approvalItem)
      .set({ ok, message })
      .where(and(eq(approvalItem.approvalId, approvalId), eq(approvalItem.purchaseId, purchaseId)))
}

export async function findApprovalPage(
  tx: Tx,
  { state, ...filter }: ApprovalFilter & { state?: ApprovalState | undefined },
  page: { page: number; pageSize: number },
): Promise<{ rows: ApprovalRow[]; total: number; totalCapped: boolean }> {
  const rows = await tx
    .select()
    .from(approval)
    .where(where(filter, state))
    .orderBy(desc(approval.createdAt), desc(approval.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  return { rows, ...(await countCapped(tx, sql`select 1 from ${approval} where ${where(filter, state) ?? sql`true`}`)) }
}

export const countApprovals = (tx: Tx, filter: ApprovalFilter) =>
  countStates(tx, STATES, (state) => sql`select 1 from ${approval} where ${where(filter, state)}`)

/** Roles with one of these rights. */
export async function findRolesWith(tx: Tx, rights: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: roleRight.roleId })
    .from(roleRight)
    .where(inArray(roleRight.right, [...rights]))
  return rows.map(({ id }) => id)
}
