import {
  isFaultIn,
  SCORE_KEYS,
  SCORECARD_FIGURES,
  VENDOR_SCORES,
  windowStart,
  worseIn,
} from '@huoqiao/contract/scorecards/scorecards.figures'
import type { VendorScoreKey } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { Scorecard } from '@huoqiao/contract/scorecards/scorecards.schema'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatTime, yuan } from '../../lib/format.ts'
import { useMay } from '../../lib/permission.tsx'
import type { SlotProps } from '../../lib/slots.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useRead } from '../../lib/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { FigureText } from './figure-text.tsx'
import styles from './scorecards.module.css'
import { useQuerySupplierScorecards } from '../../pickers/use-scorecards.ts'

/** 评分 of one supplier: both windows, each figure with its cases, the amounts if the person may see them, and 1688's own scores. */
export default function ScorecardSection({ supplierId }: SlotProps['supplier-scorecard']): ReactNode {
  const { may, read } = useQuerySupplierScorecards({ suppliers: [supplierId] })
  const card = read.data?.list[0]
  return (
    <section className={styles.section} aria-label="评分">
      <h3>评分</h3>
      {!may ? (
        <EmptyState text="没有查看供应商评分的权限。" />
      ) : read.error && !read.data ? (
        <FailureNote failure={read.error} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <RowSkeletons count={6} />
      ) : card ? (
        <Figures card={card} />
      ) : (
        <EmptyState text="没有这家供应商：链接不完整，或者它属于别的数据库。" />
      )}
    </section>
  )
}

function Figures({ card }: { card: Scorecard }): ReactNode {
  const { windows, vendor, supplierId } = card
  const isEmpty = windows.every(({ figures }) => figures.purchases.cases === 0)
  return (
    <>
      {isEmpty ? (
        <EmptyState text="一年内没有在1688下过单，还没有数据。" />
      ) : (
        <>
          <Windows card={card} />
          <p className={styles.says}>
            只算已在1688下单的采购单，合并单算一张；“看采购单”列出期间生成的全部，含未下单的和已合并的。
          </p>
        </>
      )}
      <Spending supplierId={supplierId} />
      {vendor ? (
        <>
          <h4>1688的评价（满分5分）</h4>
          <FactList
            layout="tiles"
            facts={(Object.keys(VENDOR_SCORES) as VendorScoreKey[]).map((key) => [VENDOR_SCORES[key], vendor[key]])}
          />
          <p className={styles.says}>{formatTime(vendor.readAt)} 随货源取回；旺旺回复率和回复时间1688不提供。</p>
        </>
      ) : (
        <p className={styles.says}>没有取回过它的货源，不知道1688怎么评价。</p>
      )}
    </>
  )
}

function Windows({ card: { windows, supplierId } }: { card: Scorecard }): ReactNode {
  const now = useNow()
  const [recent, past] = windows
  const worse = recent && past ? worseIn(recent, past) : []
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">指标</th>
          {windows.map(({ days }) => (
            <th key={days} scope="col">
              近{days}天{' '}
              <Link to={`/purchase/list?supplierId=${supplierId}&from=${windowStart(now, days)}&to=${endOfToday(now)}`}>
                看采购单
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SCORE_KEYS.map((key) => (
          <tr key={key}>
            <th scope="row">
              {SCORECARD_FIGURES[key].label}
              <small className={styles.says}>{SCORECARD_FIGURES[key].note}</small>
            </th>
            {windows.map((window, place) => (
              <td key={window.days}>
                <FigureText figure={key} value={window.figures[key]} isPoor={isFaultIn(windows, window, key)} />
                {place === 0 && worse.includes(key) ? <small className={styles.poor}> 比一年内差</small> : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The windows end with the current day, so that the link does not change while the page is open. */
const endOfToday = (now: number): number => windowStart(now, -1) - 1

function Spending({ supplierId }: { supplierId: string }): ReactNode {
  const may = useMay('querySupplierSpending')
  const { data, error, refetch } = useRead(
    'querySupplierSpending',
    { supplierIds: [supplierId] },
    { enabled: may, keepPrevious: false },
  )
  if (!may) return null
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  const windows = data?.[0]?.windows
  if (!windows) return data ? null : <RowSkeletons count={2} />
  return (
    <>
      <h4>金额</h4>
      {windows.map(({ days, spentMinor, sharePermille, refundAskedMinor, refundedMinor }) => (
        <FactList
          key={days}
          layout="tiles"
          facts={[
            [`近${days}天采购额`, <MoneyText key="spent" amount={yuan(spentMinor)} />],
            ['占全部采购额', sharePermille === null ? null : `${sharePermille / 10} %`],
            ['申请退款', <MoneyText key="asked" amount={yuan(refundAskedMinor)} />],
            ['已退款', <MoneyText key="refunded" amount={yuan(refundedMinor)} />],
          ]}
        />
      ))}
    </>
  )
}
