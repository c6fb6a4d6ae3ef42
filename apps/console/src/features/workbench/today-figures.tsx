import type { HomeAnswer, HomeFigures } from '@huoqiao/contract/workbench/workbench.schema'
import { TRIAGE_KINDS } from '@huoqiao/contract/workbench/workbench.status'
import type { Hue } from '@huoqiao/contract/states'
import { startOfChinaDay } from '@huoqiao/kit/time'
import type { ReactNode } from 'react'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { useRead } from '../../lib/use-call.ts'
import { useNow } from '../../lib/use-now.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import type { Figure } from '../../ui/figure-panel.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'

const EVERYTHING = {}
const LOOK_MS = 30_000
const DAY_MS = 86_400_000

/** `beside`: a second figure, shown below it. In `to`, %today% is replaced by today's first instant (China time), %tonight% by its last. */
type Shown = {
  key: keyof HomeFigures
  label: string
  to: string
  hue?: Hue
  unit?: 'fen'
  beside?: { key: keyof HomeFigures; write: (figure: number, isCapped: boolean) => string }
}

/** Today's business figures; then today's work, in the order in which an order passes through it. */
const BUSINESS: readonly Shown[] = [
  { key: 'salesToday', label: '销售额', to: '/analytics?range=today&group=store', unit: 'fen' },
  { key: 'profitToday', label: '利润', to: '/analytics?range=today&group=store&figure=profit', unit: 'fen' },
  { key: 'ordersToday', label: '今日订单', to: '/order/list?from=%today%&test=false' },
  { key: 'returns', label: '退货中', to: '/order/list?hasReturn=open' },
]
const WAY: readonly Shown[] = [
  { key: 'waiting', label: '待办', to: '/workbench', hue: 'attention' },
  { key: 'toBuy', label: '待采购', to: '/order/list?state=to-buy' },
  { key: 'toPlace', label: '待下单', to: '/purchase/list?state=to-place' },
  {
    key: 'toPay',
    label: '待付款',
    to: '/purchase/list?state=to-pay',
    beside: { key: 'toPayMinor', write: (fen) => yuan(fen) },
  },
  { key: 'onTheWay', label: '在途', to: '/purchase/list?state=to-receive', hue: 'moving' },
  { key: 'toShip', label: '待发货', to: '/order/list?state=to-ship' },
  {
    key: 'shipToday',
    label: '今日要发',
    to: '/order/list?state=to-ship&shipBy=%tonight%',
    hue: 'attention',
    beside: {
      key: 'shipLate',
      write: (late, isCapped) => (late === 0 ? '' : `其中超期 ${formatCount(late, isCapped)}`),
    },
  },
  { key: 'differences', label: '对账差异', to: '/purchase/reconciliation', hue: 'attention' },
  { key: 'synced', label: '今日同步', to: '/shop/product/tasks', hue: 'done' },
]

const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六']
/** 上周四 */
const weekdayOf = (day: string): string => `上周${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''}`

const yuan = (fen: number): string => formatMoney({ minor: fen, currency: 'CNY' })

function figureOf(data: HomeAnswer, today: number, { key, label, to, hue, unit, beside }: Shown): Figure[] {
  const count = data[key]
  if (count === null) return []
  const write = unit === 'fen' ? yuan : (n: number) => formatCount(n)
  const before = data.before[key]
  const under = beside === undefined ? null : data[beside.key]
  const notes = [
    ...(under === null || count === 0 ? [] : [beside!.write(under, data.capped.includes(beside!.key))]),
    ...(before === undefined ? [] : [`${weekdayOf(data.beforeDay)} ${write(before)}`]),
  ].filter((note) => note !== '')
  return [
    {
      key,
      label,
      to: to.replace('%today%', String(today)).replace('%tonight%', String(today + DAY_MS - 1)),
      count,
      isCapped: data.capped.includes(key),
      ...(unit === 'fen' ? { text: yuan(count) } : {}),
      ...(notes.length > 0 ? { note: notes.join(' · ') } : {}),
      ...(hue ? { hue } : {}),
    },
  ]
}

/** Figures of lists that the person may not read are left out. */
export function TodayFigures(): ReactNode {
  const { data, error, refetch } = useRead('getHomeFigures', EVERYTHING, { refetchInterval: LOOK_MS })
  const today = startOfChinaDay(useNow(60_000))
  if (!data) return error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : <TextSkeleton />
  const of = (shown: readonly Shown[]): Figure[] => shown.flatMap((one) => figureOf(data, today, one))
  const business = of(BUSINESS)
  return (
    <>
      {business.length > 0 ? <FigurePanel title="今天的生意" figures={business} /> : null}
      <FigurePanel title="今天要做的" figures={of(WAY)} />
      {data.stopped.length > 0 ? <Stopped stopped={data.stopped} /> : null}
    </>
  )
}

/** What waits for a person, by kind, with the amount of money affected. */
function Stopped({ stopped }: Pick<HomeAnswer, 'stopped'>): ReactNode {
  const figures = stopped.map(({ kind, count, isCapped, minor }): Figure => {
    const { label, severity } = TRIAGE_KINDS[kind]
    return {
      key: kind,
      label,
      count,
      isCapped,
      note: minor === null ? '' : `涉及 ${yuan(minor)}`,
      to: `/workbench?kind=${kind}`,
      ...(severity === 'urgent' ? { hue: 'failed' as const } : {}),
    }
  })
  return <FigurePanel title="停下来的，按涉及的金额" figures={figures} />
}
