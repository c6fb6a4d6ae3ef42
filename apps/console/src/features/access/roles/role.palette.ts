import { call } from '../../../lib/client.ts'
import type { PaletteFind } from '../../../lib/palette.ts'

/** Finds roles by name or note, and opens their list. */
const findRoles: PaletteFind = async (words, signal) => {
  const { list } = await call('queryRoles', { keyword: words.slice(0, 64), page: 0, pageSize: 5 }, { signal })
  return list.map((row) => ({
    key: row.id,
    title: row.name,
    note: row.note,
    to: `/system/role?keyword=${encodeURIComponent(row.name)}`,
  }))
}
export default findRoles
