import { SafetyCertificateOutlined } from '@ant-design/icons'
import type { LedgerEntryView } from '@huoqiao/contract/placement/placement.schema'
import type { LedgerKind } from '@huoqiao/contract/placement/placement.status'
import { LEDGER_KINDS } from '@huoqiao/contract/placement/placement.status'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { copyText } from '../../../lib/clipboard.ts'
import { formatTime } from '../../../lib/format.ts'
import { useListQuery } from '../../../lib/list-query.ts'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { QuickDateRange } from '../../../ui/quick-date-range.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { numberAddress } from '../placement.addresses.ts'
import styles from '../placement.module.css'
import { LedgerProofNote } from './ledger-proof.tsx'

type Values = { kind: string; keyword: string; from: number; to: number }
const DEFAULTS: Values = { kind: '', keyword: '', from: 0, to: 0 }
const KINDS = Object.entries(LEDGER_KINDS).map(([value, label]) => ({ value, label }))

/** /purchase/ledger: every intent towards 1688 and its outcome, each line chained to the one before (beyond, item 2). */
export default function LedgerPage(): ReactNode {
  const list = useListQuery<Values>('ledger', DEFAULTS)
  const { filters } = list
  const read = useRead('getLedger', {
    kind: (filters.kind || undefined) as LedgerKind | undefined,
    keyword: filters.keyword || undefined,
    from: filters.from || undefined,
    to: filters.to || undefined,
    page: list.page,
    pageSize: list.pageSize,
  })
  const verify = useAct('verifyLedger')
  const may = useMay('verifyLedger')
  return (
    <ListPage
      name="ledger"
      title="凭证账本"
      subtitle="只能追加，每一条用哈希接在前一条后面：下单、付款、取消、退款都先记意图再做"
      action={
        <CanButton
          type="primary"
          icon={<SafetyCertificateOutlined />}
          allowed={may ? true : NO_RIGHT}
          loading={verify.isPending}
          title="走完整条链，证明每个下单意图只有一个结果"
          onClick={() => void verify.run({})}
        >
          校验账本
        </CanButton>
      }
      filters={
        <>
          <SearchField
            value={filters.keyword}
            placeholder="采购单号、1688订单号"
            onSearch={(keyword) => list.setFilters({ keyword })}
          />
          <Select
            aria-label="凭证类型"
            style={{ width: 130 }}
            allowClear
            placeholder="全部类型"
            value={filters.kind || undefined}
            options={KINDS}
            onChange={(kind: string | undefined) => list.setFilters({ kind: kind ?? '' })}
          />
          <QuickDateRange
            value={filters.from && filters.to ? { from: filters.from, to: filters.to } : {}}
            placeholder={['时间从', '到']}
            onChange={({ from = 0, to = 0 }) => list.setFilters({ from, to })}
          />
        </>
      }
      changedFilters={list.changed}
      views={list.view}
      onResetFilters={list.reset}
      {...listAnswer(list, read, {
        note: (
          <>
            {verify.data ? <LedgerProofNote proof={verify.data} onClose={() => verify.reset()} /> : null}
            {verify.error ? <FailureNote failure={verify.error} onRetry={() => void verify.run({})} /> : null}
          </>
        ),
      })}
    >
      {read.data === undefined ? (
        read.error ? null : (
          <RowSkeletons />
        )
      ) : read.data.list.length > 0 ? (
        <Entries entries={read.data.list} />
      ) : (
        <NoEntries isFiltered={list.changed > 0} onAll={list.reset} />
      )}
    </ListPage>
  )
}

function NoEntries({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }): ReactNode {
  const navigate = useNavigate()
  return isFiltered ? (
    <EmptyState text="没有符合条件的凭证。" action={<Button onClick={onAll}>清空筛选</Button>} />
  ) : (
    <EmptyState
      text="账本里还没有凭证。向1688下第一单时会写下第一条。"
      action={
        <Button type="primary" onClick={() => void navigate('/purchase/list?state=to-place')}>
          去待下单的采购单
        </Button>
      }
    />
  )
}

function Entries({ entries }: { entries: readonly LedgerEntryView[] }): ReactNode {
  return (
    <ul className={styles.rows}>
      <li className={styles.entry} data-head="true">
        <span>序号</span>
        <span>时间</span>
        <span>类型</span>
        <span>采购单 / 1688订单</span>
        <span>说明</span>
        <span className="hq-num">金额</span>
        <span className={styles.hash}>哈希</span>
        <span />
      </li>
      {entries.map((entry) => (
        <Entry key={entry.seq} entry={entry} />
      ))}
    </ul>
  )
}

function Entry({ entry }: { entry: LedgerEntryView }): ReactNode {
  const [isOpen, open] = useState(false)
  return (
    <li>
      <div className={styles.entry}>
        <span className="hq-mono">#{entry.seq}</span>
        <time>{formatTime(entry.at)}</time>
        <span>{LEDGER_KINDS[entry.kind]}</span>
        <span>
          <Link to={numberAddress(entry.purchaseNumber)}>{entry.purchaseNumber}</Link>
          {entry.orderId === null ? null : <span className={`hq-mono ${styles.sub ?? ''}`}>{entry.orderId}</span>}
        </span>
        <span className={styles.summary}>
          {entry.summary}
          <small className={styles.sub}>
            {entry.by} · {entry.accountName}
          </small>
        </span>
        <span className="hq-num">
          <MoneyText amount={entry.amountMinor === null ? null : { minor: entry.amountMinor, currency: 'CNY' }} />
        </span>
        <span className={styles.hash}>
          <CopyId value={entry.hash} />
        </span>
        <Button type="link" size="small" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? '收起' : '原文'}
        </Button>
      </div>
      {isOpen ? (
        <div className={styles.body}>
          <span className={styles.sub}>
            前一条的哈希 <CopyId value={entry.prevHash} chars={64} />
          </span>
          <span className={styles.sub}>
            本条的哈希 <CopyId value={entry.hash} chars={64} />
          </span>
          <pre>{pretty(entry.body)}</pre>
          <div>
            <Button size="small" onClick={() => void copyText(entry.body)}>
              复制原文
            </Button>
          </div>
        </div>
      ) : null}
    </li>
  )
}

/** The hash is of the original text; only the layout is changed for reading. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch (error) {
    console.warn('a ledger body is no JSON', error)
    return body
  }
}
