import { call } from '../../lib/client.ts'
import type { PaletteFind } from '../../lib/palette.ts'

/** Finds accounts by login or name, and opens their list. */
const findAccounts: PaletteFind = async (words, signal) => {
  const { list } = await call('pagingQuery', { keyword: words.slice(0, 64), page: 1, pageSize: 5 }, { signal })
  return list.map((row) => ({
    key: row.id,
    title: row.name,
    note: [row.userAccount, row.deptName].filter(Boolean).join(' · '),
    to: `/system/account?keyword=${encodeURIComponent(row.userAccount)}`,
  }))
}
export default findAccounts
