import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { adminUserFields } from '@huoqiao/contract/accounts/accounts.schema'
import type { AdminUserFields } from '@huoqiao/contract/accounts/accounts.schema'
import { isUniqueViolation } from '../../db/db.ts'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readSheet } from '../../platform/sheet-reader.ts'
import { SheetFault } from '../../platform/zip-reader.ts'
import type { AccessService } from '../access/index.ts'
import { importRows } from './account-import.mapping.ts'
import type { ImportRow } from './account-import.mapping.ts'
import { addRoleToAccount, findTakenNames, insertAccount } from './accounts.store.ts'
import { findDepartments } from './departments.store.ts'
import { hashPassword, md5, randomPassword } from './password.ts'

type Outcome = OutputOf<typeof ENDPOINTS.importAdminUsers>
type Fault = Outcome['faults'][number]
type Ready = AdminUserFields & { id: string; password: string; passwordHash: string }

/** Hashing takes about 27 ms for each account, four in parallel: this many take a few seconds. */
const MOST_ROWS = 500
const FIELD_TITLES: Readonly<Record<string, string>> = {
  userAccount: '账号',
  name: '姓名',
  phone: '手机号',
  note: '备注',
}

/** Creates accounts from a sheet: all or none; every invalid row is reported with its reason. */
export function accountImportService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  access: Pick<AccessService, 'roles'>
}) {
  return async (call: Call, input: InputOf<typeof ENDPOINTS.importAdminUsers>): Promise<Outcome> => {
    const rows = await read(call.file.bytes)
    const { accounts, faults } = await judge(call, rows)
    if (faults.length > 0 || input.dryRun === 'true') return { made: [], faults, rows: rows.length }
    const ready = await Promise.all(
      accounts.map(async (fields): Promise<Ready> => {
        const password = randomPassword()
        return { ...fields, id: deps.newId(), password, passwordHash: await hashPassword(md5(password)) }
      }),
    )
    await deps.db.transaction(async (tx) => {
      for (const { roleIds, password: _password, ...row } of ready) {
        await insertAccount(tx, { ...row, mustChangePassword: true }).catch((error: unknown) => {
          // The name was taken between check and write: the import is rolled back, and a second try names the row.
          if (isUniqueViolation(error)) throw new Refusal('file-refused', { why: `账号 ${row.userAccount} 刚刚被占用` })
          throw error
        })
        for (const roleId of roleIds) await addRoleToAccount(tx, row.id, roleId)
        call.notes.object('account', row.id, row.userAccount)
      }
    })
    call.notes.change(
      'imported',
      null,
      ready.map((row) => row.userAccount),
    )
    const made = ready.map((row) => ({ userAccount: row.userAccount, initialPassword: row.password }))
    return { made, faults: [], rows: rows.length }
  }

  async function read(bytes: Buffer): Promise<ImportRow[]> {
    try {
      const rows = importRows(await readSheet(bytes))
      if (rows === undefined)
        throw new Refusal('file-refused', { why: '第一行要有“账号”和“姓名”两列，可以再有手机号、部门、角色、备注' })
      if (rows.length > MOST_ROWS) throw new Refusal('file-refused', { why: `一次最多导入 ${MOST_ROWS} 个账号` })
      return rows
    } catch (error) {
      if (error instanceof SheetFault) throw new Refusal('file-refused', { why: error.message })
      throw error
    }
  }

  async function judge(
    call: Call,
    rows: readonly ImportRow[],
  ): Promise<{ accounts: AdminUserFields[]; faults: Fault[] }> {
    const tx = deps.db.handle
    const departments = new Map((await findDepartments(tx)).map((row) => [row.name, row.id]))
    const roles = new Map(
      (await deps.access.roles.page(tx, {}, { page: 0, pageSize: 5_000 })).rows.map((row) => [row.name, row.id]),
    )
    const taken = await findTakenNames(
      tx,
      rows.map((row) => row.userAccount.toLowerCase()),
    )
    const mine = new Map<string, boolean>()
    for (const id of new Set(rows.flatMap((row) => row.roles.flatMap((name) => roles.get(name) ?? [])))) {
      mine.set(id, (await deps.access.roles.notHeld(tx, call.actor, [id])).length === 0)
    }
    const seen = new Set<string>()
    const accounts: AdminUserFields[] = []
    const faults: Fault[] = []
    for (const row of rows) {
      const bad = (field: string, message: string): void => void faults.push({ row: row.row, field, message })
      const name = row.userAccount.toLowerCase()
      if (taken.has(name)) bad('账号', `账号 ${row.userAccount} 已存在`)
      else if (seen.has(name)) bad('账号', `账号 ${row.userAccount} 在表里重复`)
      seen.add(name)
      if (row.department !== '' && !departments.has(row.department)) bad('部门', `没有“${row.department}”这个部门`)
      for (const role of row.roles) {
        const id = roles.get(role)
        if (id === undefined) bad('角色', `没有“${role}”这个角色`)
        else if (!mine.get(id)) bad('角色', `你不能授予“${role}”：里面有你没有的权限`)
      }
      const parsed = adminUserFields.safeParse({
        userAccount: row.userAccount,
        name: row.name,
        phone: row.phone,
        note: row.note,
        deptId: departments.get(row.department) ?? null,
        roleIds: [...new Set(row.roles.flatMap((role) => roles.get(role) ?? []))],
      })
      if (parsed.success) accounts.push({ ...parsed.data, userAccount: name })
      for (const issue of parsed.error?.issues ?? []) {
        const title = FIELD_TITLES[String(issue.path[0])] ?? '行'
        bad(title, /[一-鿿]/.test(issue.message) ? issue.message : `${title}不正确`)
      }
    }
    return { accounts, faults }
  }
}
