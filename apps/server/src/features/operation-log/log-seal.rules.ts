import { createHash } from 'node:crypto'
import { canonicalJson } from '@huoqiao/kit'
import type { LogName } from './log-seal.tables.ts'

/** A log row with the hash of all its values; `hash` and `month` are null if the row no longer exists. */
export type RowFact = { id: string; month: string | null; hash: string | null }
export type Link = {
  log: LogName
  seq: number
  month: string
  rowIds: string[]
  marks: string
  rowsHash: string
  prevHash: string
  hash: string
  sealedAt: Date
}

export const GENESIS = '0'.repeat(64)
/** For a row that was deleted before it could be sealed: a month that is never dropped. */
const GONE = { hash: '0'.repeat(64), month: '0000-00' }
const MARK = 16

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
const hashOfLink = ({ prevHash, log, seq, month, rowIds, rowsHash, sealedAt }: Omit<Link, 'hash'>): string =>
  sha256(`${prevHash}\n${canonicalJson({ log, seq, month, rowIds, rowsHash, sealedAt: sealedAt.getTime() })}`)

/** The next links of a chain for these rows: one for each month, oldest first. */
export function linksOver(
  log: LogName,
  rows: readonly RowFact[],
  head: Pick<Link, 'seq' | 'hash'> | undefined,
  sealedAt: Date,
): Link[] {
  const months = new Map<string, RowFact[]>()
  for (const row of rows) {
    const month = row.month ?? GONE.month
    months.set(month, [...(months.get(month) ?? []), row])
  }
  let last = head ?? { seq: 0, hash: GENESIS }
  return [...months]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, of]) => {
      const hashes = of.map(({ hash }) => hash ?? GONE.hash)
      const open = {
        log,
        seq: last.seq + 1,
        month,
        rowIds: of.map(({ id }) => id),
        marks: hashes.map((hash) => hash.slice(0, MARK)).join(''),
        rowsHash: sha256(hashes.join('\n')),
        prevHash: last.hash,
        sealedAt,
      }
      return (last = { ...open, hash: hashOfLink(open) })
    })
}

export type SealProblem = { id: string | null; message: string }

/**
 * Checks a chain link by link and lists everything that does not match. `droppedTo`: the last month that the log has dropped by retention.
 */
export function createSealProof(log: LogName, droppedTo: string | undefined) {
  const problems: SealProblem[] = []
  let head = GENESIS
  let links = 0
  let rows = 0
  let dropped = 0
  const problem = (id: string | null, message: string): void => void problems.push({ id, message })

  return {
    problem,
    read(link: Link, found: ReadonlyMap<string, string>): void {
      links += 1
      if (link.log !== log || link.seq !== links)
        problem(null, `封存序号不连续：应为第 ${links} 批，实为第 ${link.seq} 批`)
      if (link.prevHash !== head) problem(null, `第 ${link.seq} 批与上一批的哈希不相接：中间有封存被删除或改动`)
      if (hashOfLink(link) !== link.hash) problem(null, `第 ${link.seq} 批封存被改动过`)
      head = link.hash
      const mayBeGone = droppedTo !== undefined && link.month <= droppedTo && link.month !== GONE.month
      const wrong = problems.length
      const hashes = link.rowIds.map((id, at) => {
        const mark = link.marks.slice(at * MARK, (at + 1) * MARK)
        const hash = found.get(id)
        if (hash === undefined) {
          if (mayBeGone) dropped += 1
          else problem(id, `第 ${link.seq} 批（${link.month}）中的一行被删除`)
          return ''
        }
        rows += 1
        if (hash.slice(0, MARK) !== mark) problem(id, `第 ${link.seq} 批（${link.month}）中的一行被改动`)
        return hash
      })
      const isWhole = hashes.every((hash) => hash !== '')
      if (isWhole && problems.length === wrong && sha256(hashes.join('\n')) !== link.rowsHash)
        problem(null, `第 ${link.seq} 批的内容与封存时的哈希不符`)
    },
    result: () => ({ log, links, rows, dropped, head, problems }),
  }
}
export type SealProof = ReturnType<ReturnType<typeof createSealProof>['result']> & { waiting: number }
