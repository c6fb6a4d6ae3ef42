import type { PriceChange, PriceChangeRow } from '@huoqiao/contract/products/products-whatif.endpoints'
import { VARIANT_PRICE_FIELDS } from '@huoqiao/contract/products/products.fields'
import { Form, Radio, Select, Table } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { formatCount, formatPercent } from '../../../lib/format.ts'
import { countProblem } from '../../../lib/count-problem.ts'
import { inPieces } from '../../../lib/in-pieces.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import { useReadsKept } from '../../../lib/use-reads-kept.ts'
import { useDebouncedData } from '../../../lib/use-debounced.ts'
import { useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'
import { NumberField } from '../../../ui/count-field.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { firstFocus } from '../../../ui/first-focus.ts'
import { MoneyRange } from '../../../ui/money-text.tsx'
import { tablePagination } from '../../../ui/pager.tsx'
import { PriceField } from '../../../ui/price-field.tsx'
import { Window } from './product-batch.window.tsx'
import styles from './product-batch.module.css'

type Way = 'percent' | 'add' | 'take' | 'rule'
/** The percentages that the call accepts. */
const PERCENT = { least: -90, most: 900 }
const WAYS: { value: Way; label: string }[] = [
  { value: 'percent', label: '按百分比' },
  { value: 'add', label: '每件加价' },
  { value: 'take', label: '每件减价' },
  { value: 'rule', label: '按店铺的定价规则重算' },
]

/** 批量改价: by per cent, by an amount of one currency, or by the stores' rules; the result is shown before it is saved. */
export default function PriceChangeWindow({ products, onWrite, onClose }: SlotProps['price-change']): ReactNode {
  const [way, setWay] = useState<Way>('percent')
  const [percent, setPercent] = useState<number | null>(null)
  const [amount, setAmount] = useState<number | null>(null)
  const { stores } = useGetAllShopifyStores()
  const currencies = [...new Set((stores ?? []).flatMap((store) => store.currency ?? []))]
  const [chosen, choose] = useState<string>()
  const currency = chosen ?? currencies[0] ?? 'USD'
  const problem = way === 'percent' ? countProblem(percent, PERCENT) : undefined
  const wrongPercent = problem && `调整幅度${problem}`
  const change = wrongPercent === undefined ? changeOf(way, { percent, amount, currency }) : undefined
  const result = usePriceChange(products, change)
  return (
    <Window
      onClose={onClose}
      shell={{
        title: `批量改价（${products.length} 个商品）`,
        okText: '改价',
        width: 'min(920px, 96vw)',
        isTyped: percent !== null || amount !== null,
        wrong: wrongPercent ?? (change ? undefined : way === 'percent' ? '请填写调整幅度' : '请填写金额'),
        isWaiting: result.isWaiting,
        onOk: () => onWrite(change ?? {}),
        children: (
          <>
            <Radio.Group value={way} onChange={(event) => setWay(event.target.value as Way)} options={WAYS} />
            {way === 'percent' ? (
              <Form.Item label="调整幅度" className={styles.item ?? ''}>
                <NumberField
                  aria-label="调整幅度"
                  ref={firstFocus}
                  least={PERCENT.least}
                  most={PERCENT.most}
                  precision={2}
                  suffix="%"
                  placeholder="10 或 -5"
                  style={{ width: 180 }}
                  value={percent}
                  onChange={setPercent}
                />
              </Form.Item>
            ) : null}
            {way === 'add' || way === 'take' ? (
              <Form.Item label="金额" className={styles.item ?? ''}>
                <span className={styles.amount}>
                  <PriceField aria-label="金额" currency={currency} value={amount} onChange={setAmount} />
                  <Select
                    aria-label="币种"
                    style={{ width: 96 }}
                    value={currency}
                    options={currencies.map((one) => ({ value: one, label: one }))}
                    onChange={choose}
                  />
                </span>
              </Form.Item>
            ) : null}
            <p className={styles.says}>{SAYS[way]}改完后还要预演同步，店铺里的价格才会变。</p>
            {change ? <Result {...result} /> : null}
          </>
        ),
      }}
    />
  )
}

const SAYS: Readonly<Record<Way, string>> = {
  percent: '所有店铺里没有锁定的价格按比例调整；人工改过的价格不动。',
  add: '只改这个币种的店铺；人工改过的价格不动。',
  take: '只改这个币种的店铺；人工改过的价格不动。',
  rule: '用各店铺的定价规则，从成本和重量重新算出价格；人工改过的价格不动。',
}

/** Undefined: the amount or percentage is missing. */
function changeOf(
  way: Way,
  { percent, amount, currency }: { percent: number | null; amount: number | null; currency: string },
): PriceChange | undefined {
  if (way === 'rule') return { repriceByRule: true }
  if (way === 'percent') return percent ? { priceChangePercent: percent } : undefined
  return amount ? { priceChangeAmount: { currency, minor: way === 'add' ? amount : -amount } } : undefined
}

/** Maximum number of products of one call (contract). */
const AT_ONCE = 500

/** What the change would do, read again a moment after each change of the form. */
function usePriceChange(products: readonly { id: string }[], change: PriceChange | undefined) {
  const asked = useDebouncedData(change ?? null)
  const inputs = useMemo(() => {
    const pieces = asked === null ? [] : inPieces(products, AT_ONCE)
    return pieces.map((piece) => ({ productIds: piece.map(({ id }) => id), change: asked ?? {} }))
  }, [products, asked])
  const { data, error, isPlaceholderData, refetch } = useReadsKept('previewPriceChange', inputs)
  const rows = useMemo(() => data?.flatMap((answer) => answer.rows), [data])
  const isBehind = isPlaceholderData || !data || JSON.stringify(asked) !== JSON.stringify(change)
  return {
    rows,
    error,
    isWaiting: change !== undefined && !error && isBehind,
    onRetry: refetch,
  }
}

/** The worst first: what can't be changed, then the lowest margin. */
const rank = ({ fault, marginNext }: PriceChangeRow): number => (fault === null ? (marginNext ?? Infinity) : -Infinity)

function Result({ rows, error, isWaiting, onRetry }: ReturnType<typeof usePriceChange>): ReactNode {
  const failure = error ? <FailureNote failure={error} onRetry={onRetry} /> : null
  if (error && !rows) return failure
  if (!rows) return <p className={styles.says}>正在计算结果…</p>
  const sum = (of: (row: PriceChangeRow) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const belowCost = sum((row) => row.belowCost)
  const manual = sum((row) => row.manual)
  const faults = rows.filter(({ fault }) => fault !== null).length
  return (
    <div className={styles.result} data-stale={isWaiting || error !== null}>
      {failure}
      <p>
        会变 {formatCount(sum((row) => row.changed))} 个价格
        {manual > 0 ? `，人工改过的 ${formatCount(manual)} 个不动` : ''}
        {belowCost > 0 ? <b className={styles.wrong}>，{formatCount(belowCost)} 个会低于成本</b> : null}
        {faults > 0 ? <b className={styles.wrong}>，{formatCount(faults)} 处不能这样改</b> : null}
      </p>
      <Table<PriceChangeRow>
        rowKey={(row) => `${row.productId}:${row.storeId}`}
        size="small"
        tableLayout="fixed"
        pagination={tablePagination(rows.length)}
        columns={COLUMNS}
        dataSource={rows.toSorted((a, b) => rank(a) - rank(b))}
      />
    </div>
  )
}

const range = (price: PriceChangeRow['priceNow'], currency: string): ReactNode =>
  price === null ? null : <MoneyRange min={{ minor: price.min, currency }} max={{ minor: price.max, currency }} />
const margin = (percent: number | null): ReactNode => (
  <span className={percent !== null && percent < 0 ? styles.wrong : undefined}>{formatPercent(percent)}</span>
)

const COLUMNS: TableColumnsType<PriceChangeRow> = [
  { title: '商品', key: 'title', ellipsis: true, render: (_, row) => <span title={row.title}>{row.title}</span> },
  { title: VARIANT_PRICE_FIELDS.storeId.label, key: 'store', width: 130, ellipsis: true, dataIndex: 'storeName' },
  { title: '现价', key: 'now', width: 130, align: 'right', render: (_, row) => range(row.priceNow, row.currency) },
  {
    title: '改成',
    key: 'next',
    width: 130,
    align: 'right',
    render: (_, row) =>
      row.fault === null ? range(row.priceNext, row.currency) : <span className={styles.wrong}>{row.fault}</span>,
  },
  { title: '会变', key: 'changed', width: 80, align: 'right', render: (_, row) => `${row.changed} / ${row.variants}` },
  { title: '现毛利', key: 'marginNow', width: 80, align: 'right', render: (_, row) => margin(row.marginNow) },
  { title: '新毛利', key: 'marginNext', width: 80, align: 'right', render: (_, row) => margin(row.marginNext) },
]
