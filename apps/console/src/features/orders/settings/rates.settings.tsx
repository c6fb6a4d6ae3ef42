import type { ExchangeRate } from '@huoqiao/contract/orders/orders.schema'
import { formatChinaDate } from '@huoqiao/kit/time'
import { EXCHANGE_RATE_FIELDS } from '@huoqiao/contract/orders/orders.fields'
import { Button, DatePicker, Input, Space } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { toast } from '../../../lib/client.ts'
import { formatTime } from '../../../lib/format.ts'
import { decimalOnly } from '../../../lib/number-text.ts'
import { useMay } from '../../../lib/permission.tsx'
import { TABLE_PAGING } from '../../../lib/list-query.ts'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from '../tasks/order-task.module.css'
import { dayjs } from '../../../ui/day.ts'

type Draft = { currency: string; day: string; rate: string; version: number }

const columns = (edit: ((rate: ExchangeRate) => void) | undefined): TableColumnsType<ExchangeRate> => [
  ...fieldColumns<ExchangeRate, typeof EXCHANGE_RATE_FIELDS>(EXCHANGE_RATE_FIELDS, {
    currency: { width: 80 },
    day: { width: 120 },
    rate: { title: '1 单位 = 人民币', align: 'right', className: 'hq-num', width: 140 },
    origin: { width: 90 },
    by: { render: (_, { by, updatedAt }) => `${by ?? '系统'} ${formatTime(updatedAt)}` },
    updatedAt: null,
  }),
  {
    title: '',
    width: 70,
    render: (_, rate) =>
      edit ? (
        <Button type="link" onClick={() => edit(rate)}>
          修改
        </Button>
      ) : null,
  },
]

/** The exchange rates for converting sales into yuan: each is valid from its day until the next one. */
export function RateSettings(): ReactNode {
  const [at, setAt] = useState({ page: 1, pageSize: TABLE_PAGING.first })
  const [draft, setDraft] = useState<Draft>(() => ({
    currency: 'USD',
    day: formatChinaDate(Date.now()),
    rate: '',
    version: 0,
  }))
  const [failure, setFailure] = useState<CallError>()
  const answer = useRead('queryExchangeRates', at)
  const save = useAct('saveExchangeRate')
  const may = useMay('saveExchangeRate')
  // If the day has a rate already, that one is changed, with the version that is on the screen.
  const kept = answer.data?.list.find(({ currency, day }) => currency === draft.currency && day === draft.day)
  async function keep(): Promise<void> {
    setFailure(undefined)
    const done = await save.run({ ...draft, version: kept?.version ?? draft.version })
    if (!done.ok) return setFailure(done.error)
    toast.success('汇率已保存，利润正在重算')
    setDraft({ ...draft, rate: '', version: 0 })
  }
  const submission = useSubmission(
    draft.currency.length !== 3 ? '请输入三个字母的币种' : draft.rate === '' ? '请输入汇率' : undefined,
    keep,
  )
  return (
    <div className={styles.tasks}>
      {may ? (
        <Space wrap>
          <Input
            aria-label={EXCHANGE_RATE_FIELDS.currency.label}
            style={{ width: 72 }}
            maxLength={3}
            value={draft.currency}
            onChange={(event) => setDraft({ ...draft, currency: event.target.value.toUpperCase() })}
          />
          <DatePicker
            aria-label={EXCHANGE_RATE_FIELDS.day.label}
            style={{ width: 140 }}
            allowClear={false}
            value={dayjs(draft.day)}
            onChange={(day) => setDraft({ ...draft, day: day?.format('YYYY-MM-DD') ?? draft.day })}
          />
          <Input
            aria-label={EXCHANGE_RATE_FIELDS.rate.label}
            style={{ width: 160 }}
            prefix="¥"
            placeholder="7.12"
            maxLength={12}
            value={draft.rate}
            onChange={(event) => setDraft({ ...draft, rate: decimalOnly(event.target.value, 8) })}
            onPressEnter={submission.submit}
          />
          <Button type="primary" loading={save.isPending} onClick={submission.submit}>
            {kept ? '修改这天的汇率' : '保存汇率'}
          </Button>
          <span className={styles.hint}>从这天起的订单按它重算利润，直到下一个保存过的日子。</span>
        </Space>
      ) : null}
      {submission.line}
      {failure ? <FailureNote failure={failure} /> : null}
      <PagedTable<ExchangeRate>
        answer={answer}
        at={at}
        none="还没有汇率，所以外币订单算不出利润。先存一个。"
        rowKey={({ currency, day }) => `${currency} ${day}`}
        columns={columns(
          may ? ({ currency, day, rate, version }) => setDraft({ currency, day, rate, version }) : undefined,
        )}
        onPage={setAt}
      />
    </div>
  )
}
