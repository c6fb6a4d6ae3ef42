import type { OrderLine } from '@huoqiao/contract/orders/orders.schema'
import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useAddressField } from '../../../lib/address-field.ts'
import type { CallInput } from '../../../lib/contract.ts'
import { Slot } from '../../../lib/slots.tsx'
import { ALL_GOODS, FORMER_SETTINGS_FIELD, GOODS_FIELD, SETTINGS_FIELD } from '../order.addresses.ts'
import type { ActedOrder } from './order-row.actions.tsx'

const GoodsDrawer = lazy(() => import('../goods/goods.drawer.tsx'))
const SourceDialog = lazy(() => import('../source/source.dialog.tsx'))
const RecoverDialog = lazy(() => import('../tasks/recover.dialog.tsx'))
const ExportDialog = lazy(() => import('../tasks/export.dialog.tsx'))
const OrderDrawer = lazy(() => import('../detail/order.drawer.tsx'))
const TasksDrawer = lazy(() => import('../tasks/order-tasks.drawer.tsx'))
const OrderSettingsDrawer = lazy(() => import('../settings/order-settings.drawer.tsx'))

/** The windows over the list. Orders, tasks, goods without a source and the settings have their own addresses; these forms have none. */
export type Open =
  | { kind: 'source'; lines: readonly OrderLine[] }
  | { kind: 'goods'; orderIds: readonly string[] }
  | { kind: 'purchase'; orderIds: readonly string[] }
  | { kind: 'ship'; orderIds: readonly string[] }
  | { kind: 'export'; orders: readonly ActedOrder[] }
  | { kind: 'recover' }

const NONE: readonly string[] = []

type OrderOverlayProps = {
  open: Open | undefined
  filter: Omit<CallInput<'getOrdersByCondition'>, 'page' | 'pageSize'>
  total: { count: number; isCapped: boolean } | undefined
  onOpen: (what: Open | undefined) => void
}

export function OrderOverlay({ open, filter, total, onOpen }: OrderOverlayProps): ReactNode {
  const [orderId, openOrder] = useAddressField('order')
  const [taskId, openTask] = useAddressField('task')
  const [settings, openSettings] = useAddressField(SETTINGS_FIELD, FORMER_SETTINGS_FIELD)
  const [goods, openGoods] = useAddressField(GOODS_FIELD)
  const goodIds = useMemo(() => (goods === undefined || goods === ALL_GOODS ? NONE : goods.split(',')), [goods])
  const onRelate = useCallback((lines: readonly OrderLine[]) => onOpen({ kind: 'source', lines }), [onOpen])
  const close = (): void => onOpen(undefined)
  return (
    <>
      <Suspense fallback={null}>
        {orderId === undefined ? null : (
          <OrderDrawer
            key={orderId}
            orderId={orderId}
            onClose={() => openOrder(undefined)}
            onRelate={onRelate}
            onBuy={() => onOpen({ kind: 'purchase', orderIds: [orderId] })}
          />
        )}
        {taskId === undefined ? null : (
          <TasksDrawer taskId={taskId} onTask={openTask} onClose={() => openTask(undefined)} />
        )}
        {goods === undefined ? null : (
          <GoodsDrawer
            key={goods}
            orderIds={NONE}
            goodIds={goodIds}
            onAll={goods === ALL_GOODS ? undefined : () => openGoods(ALL_GOODS)}
            onClose={() => openGoods(undefined)}
          />
        )}
        {settings === undefined ? null : (
          <OrderSettingsDrawer tab={settings} onTab={openSettings} onClose={() => openSettings(undefined)} />
        )}
      </Suspense>
      {/* A Suspense boundary of its own: while a form loads, windows that are open must not be hidden and shown again on top. */}
      <Suspense fallback={null}>
        {open?.kind === 'source' ? <SourceDialog lines={open.lines} onClose={close} /> : null}
        {open?.kind === 'goods' ? (
          <GoodsDrawer orderIds={open.orderIds} goodIds={NONE} onAll={undefined} onClose={close} />
        ) : null}
        {open?.kind === 'recover' ? <RecoverDialog onClose={close} /> : null}
        {open?.kind === 'export' ? (
          <ExportDialog orders={open.orders} filter={filter} total={total} onClose={close} />
        ) : null}
      </Suspense>
      {open?.kind === 'purchase' ? (
        <Slot name="create-purchase" orderIds={open.orderIds} lineIds={NONE} onClose={close} />
      ) : null}
      {open?.kind === 'ship' ? <Slot name="ship-orders" orderIds={open.orderIds} onClose={close} /> : null}
    </>
  )
}
