import type { HomeFigures } from '@huoqiao/contract/workbench/workbench.schema'
import type { Hue } from '@huoqiao/contract/states'
import type { ReactNode } from 'react'
import { useRead } from '../../lib/use-call.ts'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import type { Figure } from '../../ui/figure-panel.tsx'

const EVERYTHING = {}
const LOOK_MS = 30_000

const FIGURES: readonly { key: keyof HomeFigures; label: string; to: string; hue?: Hue }[] = [
  { key: 'waiting', label: '待办', to: '/workbench', hue: 'attention' },
  { key: 'differences', label: '对账差异', to: '/purchase/reconciliation', hue: 'attention' },
  { key: 'ordersToday', label: '今日订单', to: '/order/list' },
  { key: 'toBuy', label: '待采购', to: '/order/list?state=to-buy' },
  { key: 'toPlace', label: '待下单', to: '/purchase/list?state=to-place' },
  { key: 'toPay', label: '待付款', to: '/purchase/list?state=to-pay' },
  { key: 'onTheWay', label: '在途', to: '/purchase/list?state=to-receive', hue: 'moving' },
  { key: 'toShip', label: '待发货', to: '/order/list?state=to-ship' },
  { key: 'synced', label: '今日同步', to: '/shop/product/tasks', hue: 'done' },
]

/** The way of the day's money and goods in one row; whoever may not read a list does not see its figure. */
export function TodayFigures(): ReactNode {
  const { data } = useRead('getHomeFigures', EVERYTHING, { refetchInterval: LOOK_MS })
  if (!data) return null
  const figures = FIGURES.flatMap(({ key, label, to, hue }): Figure[] => {
    const count = data[key]
    if (count === null) return []
    return [{ key, label, to, count, ...(hue && count > 0 ? { hue } : {}) }]
  })
  return <FigurePanel title="今天" figures={figures} />
}
