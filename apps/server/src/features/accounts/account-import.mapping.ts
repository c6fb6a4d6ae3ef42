import { ACCOUNT_FIELDS } from '@huoqiao/contract/accounts/accounts.fields'

/** One row of an import sheet; `row` is its row number in the sheet. */
export type ImportRow = {
  row: number
  userAccount: string
  name: string
  phone: string
  department: string
  roles: string[]
  note: string
}

/** Accepted titles of each column: the label on the screens, and others. */
const TITLES = {
  userAccount: [ACCOUNT_FIELDS.userAccount.label, '账号', 'account'],
  name: [ACCOUNT_FIELDS.name.label, '名称', 'name'],
  phone: [ACCOUNT_FIELDS.phone.label, '手机', '电话', 'phone'],
  department: [ACCOUNT_FIELDS.deptName.label, 'department'],
  roles: [ACCOUNT_FIELDS.roles.label, 'roles', 'role'],
  note: [ACCOUNT_FIELDS.note.label, 'note'],
} as const satisfies Record<string, readonly string[]>

/** Reads rows by the titles of the first one, in any column order; empty rows are skipped. Undefined: the titles are missing. */
export function importRows(cells: readonly (readonly string[])[]): ImportRow[] | undefined {
  const titles = (cells[0] ?? []).map((cell) => cell.replaceAll(/[\s*（）()]/g, '').toLowerCase())
  const column = (field: keyof typeof TITLES): number =>
    titles.findIndex((title) => (TITLES[field] as readonly string[]).includes(title))
  if (column('userAccount') < 0 || column('name') < 0) return undefined
  return cells
    .map((row, index): ImportRow => {
      const cell = (field: keyof typeof TITLES): string => row[column(field)] ?? ''
      return {
        row: index + 1,
        userAccount: cell('userAccount'),
        name: cell('name'),
        phone: cell('phone').replaceAll(/[\s-]/g, ''),
        department: cell('department'),
        roles: cell('roles')
          .split(/[、，,;；]/)
          .map((one) => one.trim())
          .filter(Boolean),
        note: cell('note'),
      }
    })
    .slice(1)
    .filter((_row, index) => cells[index + 1]!.some((cell) => cell !== ''))
}
