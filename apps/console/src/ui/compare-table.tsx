import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './compare-table.module.css'
import { changedSpan } from './compare.rules.ts'

/** One field of a comparison; null where a side has no value. */
export type CompareRow = {
  key: string
  label: string
  /** for a text that may differ by market of the shop: the market */
  market?: string
  /** the value in the shop now */
  storeNow: string | null
  /** our value */
  ours: string | null
  /** the value in the shop after the write */
  willBecome: string | null
  why: string
  isChanged: boolean
  /** changed in the shop since our last write: going on overwrites somebody's work */
  isConflict?: boolean
  /** has a checkbox, if fields can be picked; default: if it is changed */
  mayPick?: boolean
}

type CompareTableProps = {
  rows: readonly CompareRow[]
  heads?: { storeNow: string; ours: string; willBecome: string }
  /** when given, each changed field can be left out, or the fields that say so can be picked; `pickHead`: what a checkbox does */
  pickHead?: string
  picked?: ReadonlySet<string>
  onPick?: (key: string, isPicked: boolean) => void
}

const HEADS = { storeNow: '店铺现在', ours: '我们的', willBecome: '将变成' }

/**
 * Field · store now · ours · will become · why (beyond, item 1): the old value struck through, changed characters marked, unchanged fields
 * folded away.
 */
export function CompareTable({ rows, heads = HEADS, pickHead, picked, onPick }: CompareTableProps): ReactNode {
  // Other headings mean another comparison, for which the colours of source and shop would be wrong.
  const bank = (of: 'store' | 'ours'): string | undefined => (heads === HEADS ? of : undefined)
  const [isWhole, showWhole] = useState(false)
  const mayPick = (row: CompareRow): boolean => row.mayPick ?? row.isChanged
  const changed = rows.filter((row) => row.isChanged || row.mayPick === true)
  const same = rows.length - changed.length
  const shown = isWhole ? rows : changed
  const hasMarkets = new Set(rows.map(({ market }) => market)).size > 1
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <thead>
          <tr>
            {onPick ? (
              <th className={styles.pick} data-named={pickHead !== undefined} aria-label={pickHead ?? '采用'}>
                {pickHead}
              </th>
            ) : null}
            <th className={styles.field}>字段</th>
            {hasMarkets ? <th className={styles.market}>市场</th> : null}
            <th data-bank={bank('store')}>{heads.storeNow}</th>
            <th data-bank={bank('ours')}>{heads.ours}</th>
            <th data-bank={bank('store')}>{heads.willBecome}</th>
            <th className={styles.why}>原因</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key} data-changed={row.isChanged} data-conflict={row.isConflict ?? false}>
              {onPick ? (
                <td className={styles.pick}>
                  {mayPick(row) ? (
                    <Checkbox
                      aria-label={`${pickHead ?? '采用'} ${row.label}${hasMarkets ? ` · ${row.market}` : ''}`}
                      checked={picked?.has(row.key) ?? true}
                      onChange={(event) => onPick(row.key, event.target.checked)}
                    />
                  ) : null}
                </td>
              ) : null}
              <th scope="row" className={styles.field}>
                {row.label}
              </th>
              {hasMarkets ? <td className={styles.market}>{row.market}</td> : null}
              <Values row={row} />
              <td className={styles.why}>
                {row.isConflict ? <span className={styles.conflict}>店铺里被改过 · </span> : null}
                {row.why}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {same > 0 ? (
        <Button type="text" className={styles.fold ?? ''} aria-expanded={isWhole} onClick={() => showWhole(!isWhole)}>
          {isWhole ? '收起没有变化的字段' : `${same} 个字段没有变化`}
        </Button>
      ) : null}
    </div>
  )
}

function Values({ row }: { row: CompareRow }): ReactNode {
  if (!row.isChanged) {
    return (
      <>
        <Value text={row.storeNow} />
        <Value text={row.ours} />
        <Value text={row.willBecome} />
      </>
    )
  }
  const span = changedSpan(row.storeNow ?? '', row.willBecome ?? '')
  return (
    <>
      <td>
        {row.storeNow === null ? <Blank /> : <Marked as="del" text={row.storeNow} from={span.from} to={span.oldTo} />}
      </td>
      <Value text={row.ours} />
      <td>
        {row.willBecome === null ? (
          <Blank />
        ) : (
          <Marked as="ins" text={row.willBecome} from={span.from} to={span.newTo} />
        )}
      </td>
    </>
  )
}

const Blank = (): ReactNode => <span className={styles.blank}>（无）</span>
const Value = ({ text }: { text: string | null }): ReactNode => (
  <td>{text === null || text === '' ? <Blank /> : text}</td>
)

function Marked({ as: Tag, text, from, to }: { as: 'ins' | 'del'; text: string; from: number; to: number }): ReactNode {
  return (
    <Tag className={styles[Tag]}>
      {text.slice(0, from)}
      {to > from ? <mark>{text.slice(from, to)}</mark> : null}
      {text.slice(to)}
    </Tag>
  )
}
