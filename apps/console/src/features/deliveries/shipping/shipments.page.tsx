import type { Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import { SHIPMENT_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAddressField } from '../../../lib/address-field.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import type { CallOutput } from '../../../lib/contract.ts'
import { useRead } from '../../../lib/use-call.ts'
import { useLinger } from '../../../lib/use-linger.ts'
import { StorePicker } from '../../../pickers/store-picker.tsx'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countedTabs, listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSelection } from '../../../ui/selection.ts'
import { SortSelect } from '../../../ui/sort-select.tsx'
import { SpanFilter } from '../../../ui/span-filter.tsx'
import { useDeliveryActs } from '../use-delivery-acts.tsx'
import { ShipmentBatch } from './shipment-actions.tsx'
import { ShipmentRows } from './shipment-rows.tsx'
import type { ShipmentFilters } from './shipments.query.ts'
import { asked, askedBeside, countChanged, resetFilters, SORTS, useShipmentFilters } from './shipments.query.ts'

const PasteDialog = lazy(() => import('./paste.dialog.tsx'))
const TrackingDialog = lazy(() => import('./tracking.dialog.tsx'))
const ShipmentDrawer = lazy(() => import('./shipment.drawer.tsx'))

const keyOf = (row: Shipment): string => row.id
const NONE: readonly Shipment[] = []
const CALM_MS = 15_000
const LIVE_MS = 2_000
const MOVING: readonly ShipmentState[] = ['queued', 'sending', 'updating', 'cancelling']

/** /order/ship: tracking numbers sent to the shops. */
export default function ShipmentsPage(): ReactNode {
  const list = useShipmentFilters()
  const read = useRead('getShipments', asked(list), { refetchInterval: CALM_MS })
  const counts = useRead('getShipmentCountByState', askedBeside(list), { refetchInterval: CALM_MS })
  // Includes those of other tabs, because they will move into this one.
  const isMoving =
    MOVING.some((state) => (counts.data?.counts[state] ?? 0) > 0) ||
    (read.data?.list.some(({ state }) => MOVING.includes(state)) ?? false)
  const live = { enabled: useLinger(isMoving, 2 * LIVE_MS), refetchInterval: LIVE_MS }
  useRead('getShipments', asked(list), live)
  useRead('getShipmentCountByState', askedBeside(list), live)
  const selection = useSelection(read.data?.list ?? NONE, keyOf)
  const acts = useDeliveryActs()
  const [isPasting, paste] = useState(false)
  const [changing, change] = useState<Shipment>()
  const [shipmentId, open] = useAddressField('shipment')
  return (
    <ListPage
      name="shipments"
      title="发货回传"
      subtitle="运单号怎样到了店铺，每个包裹只发一次"
      action={<PageActions onPaste={() => paste(true)} />}
      {...stateTabs(list, counts.data)}
      filters={<Filters list={list} />}
      changedFilters={countChanged(list)}
      views={list.view}
      onResetFilters={() => resetFilters(list)}
      batch={{
        count: selection.rows.length,
        onClear: selection.clear,
        actions: <ShipmentBatch rows={selection.rows} acts={acts} />,
      }}
      {...listAnswer(list, read)}
    >
      {read.error && !read.data ? null : (
        <ShipmentRows
          rows={read.data?.list}
          selection={selection}
          acts={acts}
          onOpen={open}
          onChange={change}
          empty={<NothingHere list={list} />}
        />
      )}
      <Suspense fallback={null}>
        {shipmentId === undefined ? null : (
          <ShipmentDrawer shipmentId={shipmentId} acts={acts} onChange={change} onClose={() => open(undefined)} />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {isPasting ? <PasteDialog onClose={() => paste(false)} /> : null}
        {changing ? <TrackingDialog shipment={changing} onClose={() => change(undefined)} /> : null}
      </Suspense>
      <ReportedOutcome acts={acts} />
    </ListPage>
  )
}

function PageActions({ onPaste }: { onPaste: () => void }): ReactNode {
  const navigate = useNavigate()
  const isAllowed = useMay('shipOrders')
  return (
    <>
      <Button title="在订单列表里选中订单，点“发货”" onClick={() => void navigate('/order/list?state=to-ship')}>
        待发货的订单
      </Button>
      <CanButton type="primary" allowed={isAllowed ? true : NO_RIGHT} onClick={onPaste}>
        粘贴发货单
      </CanButton>
    </>
  )
}

function Filters({ list }: { list: ShipmentFilters }): ReactNode {
  const { filters, setFilters } = list
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="运单号、承运商、订单号"
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <StorePicker
        value={filters.storeId}
        allowClear
        placeholder="全部店铺"
        width={150}
        onChange={(storeId) => setFilters({ storeId: storeId ?? '' })}
      />
      <SpanFilter filters={filters} setFilters={setFilters} placeholder={['发货时间从', '到']} width={290} />
      <SortSelect sorts={SORTS} value={filters} onChange={setFilters} />
    </>
  )
}

const TABS = (Object.keys(SHIPMENT_STATES) as ShipmentState[]).map((key) => ({ key, ...SHIPMENT_STATES[key] }))

/** The state tabs with their counts, under the same filters except the state. */
function stateTabs(list: ShipmentFilters, data: CallOutput<'getShipmentCountByState'> | undefined) {
  return {
    tabs: countedTabs(data, TABS),
    tab: list.filters.state,
    onTab: (state: string) => list.setFilters({ state }),
  }
}

function NothingHere({ list }: { list: ShipmentFilters }): ReactNode {
  const { state } = list.filters
  const navigate = useNavigate()
  if (countChanged(list) > 0)
    return (
      <EmptyState text="没有符合条件的回传。" action={<Button onClick={() => resetFilters(list)}>清空筛选</Button>} />
    )
  if (state === 'failed' || state === 'unknown') return <EmptyState text="没有需要处理的回传，都到店铺了。" />
  if (state !== '') return <EmptyState text={`没有${SHIPMENT_STATES[state as ShipmentState].label}的回传。`} />
  return (
    <EmptyState
      text="还没有发过货。到货后在订单列表选中订单点“发货”，或在这里粘贴发货单。"
      action={
        <Button type="primary" onClick={() => void navigate('/order/list?state=to-ship')}>
          去发货
        </Button>
      }
    />
  )
}
