import type { DeptFields } from '@huoqiao/contract/accounts/accounts.schema'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { written } from '../../db/written.ts'
import { account, department } from './accounts.tables.ts'

export type DepartmentRow = typeof department.$inferSelect
export type CountedDepartment = DepartmentRow & { accountCount: number }

// Column names include the table: in a select from one table a bare "id" would be the account's.
const accountCount = sql<number>`(select count(*)::int from account where account.dept_id = department.id and account.deleted_at is null)`
const columns = {
  id: department.id,
  parentId: department.parentId,
  name: department.name,
  position: department.position,
  version: department.version,
  createdAt: department.createdAt,
  updatedAt: department.updatedAt,
  accountCount,
}

/** One edit of the tree at a time: two moves that are each valid could together create a cycle. */
export const lockDepartments = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`lock table ${department} in share row exclusive mode`)
}

export const findDepartments = (tx: Tx): Promise<CountedDepartment[]> =>
  tx.select(columns).from(department).orderBy(asc(department.position), asc(department.name))

export async function findDepartment(tx: Tx, id: string): Promise<CountedDepartment | undefined> {
  const [row] = await tx.select(columns).from(department).where(eq(department.id, id))
  return row
}

export async function insertDepartment(tx: Tx, row: DeptFields & { id: string; at: Date }): Promise<DepartmentRow> {
  const { at, ...fields } = row
  const [inserted] = await tx
    .insert(department)
    .values({ ...written(department, fields), createdAt: at, updatedAt: at })
    .returning()
  return inserted!
}

export async function saveDepartment(
  tx: Tx,
  id: string,
  seenVersion: number,
  fields: DeptFields,
  at: Date,
): Promise<DepartmentRow | undefined> {
  const [row] = await tx
    .update(department)
    .set({ ...written(department, fields), version: seenVersion + 1, updatedAt: at })
    .where(and(eq(department.id, id), eq(department.version, seenVersion)))
    .returning()
  return row
}

/** Also clears the department of deleted accounts, which would otherwise block the deletion. */
export async function removeDepartment(tx: Tx, id: string): Promise<void> {
  await tx
    .update(account)
    .set({ deptId: null })
    .where(and(eq(account.deptId, id), sql`${account.deletedAt} is not null`))
  await tx.delete(department).where(eq(department.id, id))
}

export async function findPeople(
  tx: Tx,
  keyword: string | undefined,
  limit: number,
): Promise<Pick<typeof account.$inferSelect, 'id' | 'userAccount' | 'name' | 'status' | 'deptId'>[]> {
  const words = keyword?.toLowerCase()
  return tx
    .select({
      id: account.id,
      userAccount: account.userAccount,
      name: account.name,
      status: account.status,
      deptId: account.deptId,
    })
    .from(account)
    .where(
      and(
        isNull(account.deletedAt),
        words ? sql`position(${words} in lower(${account.userAccount} || ' ' || ${account.name})) > 0` : undefined,
      ),
    )
    .orderBy(asc(account.userAccount))
    .limit(limit)
}
