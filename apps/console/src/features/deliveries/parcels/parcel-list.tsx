import type { Parcel, ParcelTab } from '@huoqiao/contract/deliveries/deliveries.schema'
import { PARCEL_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import type { Hue } from '@huoqiao/contract/states'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useAddressField } from '../../../lib/address-field.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countedTabs, listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSelection } from '../../../ui/selection.ts'
import type { SectionHead } from '../../../ui/section-page.tsx'
import { SortSelect } from '../../../ui/sort-select.tsx'
import { SpanFilter } from '../../../ui/span-filter.tsx'
import type { DeliveryActs } from '../use-delivery-acts.tsx'
import { useDeliveryActs } from '../use-delivery-acts.tsx'
import type { ParcelFilters } from './parcel-list.query.ts'
import { asked, askedBeside, countChanged, resetFilters, SORTS, useParcelFilters } from './parcel-list.query.ts'
import { ParcelRows } from './parcel-rows.tsx'

const ParcelDrawer = lazy(() => import('./parcel.drawer.tsx'))

const keyOf = (row: Parcel): string => row.id
const NONE: readonly Parcel[] = []
const CALM_MS = 30_000

/** 包裹: the sellers' parcels, and where they are. */
export default function ParcelList({ head }: { head: SectionHead }): ReactNode {
  const list = useParcelFilters()
  const read = useRead('getParcels', asked(list), { refetchInterval: CALM_MS })
  const selection = useSelection(read.data?.list ?? NONE, keyOf)
  const acts = useDeliveryActs()
  const [parcelId, open] = useAddressField('parcel')
  return (
    <ListPage
      {...head}
      name="parcels"
      {...useParcelTabs(list)}
      filters={<Filters list={list} />}
      changedFilters={countChanged(list)}
      views={list.view}
      onResetFilters={() => resetFilters(list)}
      batch={{
        count: selection.rows.length,
        onClear: selection.clear,
        actions: <ParcelActions rows={selection.rows} acts={acts} />,
      }}
      {...listAnswer(list, read)}
    >
      {read.error && !read.data ? null : (
        <ParcelRows rows={read.data?.list} selection={selection} onOpen={open} empty={<NothingHere list={list} />} />
      )}
      <Suspense fallback={null}>
        {parcelId === undefined ? null : (
          <ParcelDrawer parcelId={parcelId} acts={acts} onClose={() => open(undefined)} />
        )}
      </Suspense>
      <ReportedOutcome acts={acts} />
    </ListPage>
  )
}

type ParcelActionsProps = { rows: readonly Parcel[]; acts: DeliveryActs }

/** Both act on the purchase: 1688 returns all parcels of an order at once. */
export function ParcelActions({ rows, acts }: ParcelActionsProps): ReactNode {
  const mayRefresh = useMay('refreshParcels')
  const mayUrge = useMay('urgeParcel')
  const purchases = rows.map(({ purchaseId, purchaseNumber }) => ({ id: purchaseId, name: purchaseNumber }))
  return (
    <>
      <CanButton
        allowed={mayRefresh ? true : NO_RIGHT}
        loading={acts.isBusy}
        onClick={() => void acts.refreshParcels(purchases)}
      >
        刷新物流
      </CanButton>
      <CanButton
        allowed={mayUrge ? true : NO_RIGHT}
        title="请卖家发还没有发的；1688每单24小时收一次"
        onClick={() => void acts.urge(purchases)}
      >
        催发货
      </CanButton>
    </>
  )
}

function Filters({ list }: { list: ParcelFilters }): ReactNode {
  const { filters, setFilters } = list
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="运单号、采购单、1688订单、订单号"
        width={280}
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <SpanFilter filters={filters} setFilters={setFilters} placeholder={['卖家发货从', '到']} width={290} />
      <SortSelect sorts={SORTS} value={filters} onChange={setFilters} />
    </>
  )
}

const TABS: readonly { key: ParcelTab; label: string; hue: Hue }[] = [
  { key: 'waiting', ...PARCEL_STATES.waiting },
  { key: 'moving', ...PARCEL_STATES.moving },
  { key: 'delivering', ...PARCEL_STATES.delivering },
  { key: 'signed', ...PARCEL_STATES.signed },
  { key: 'stalled', label: '停滞', hue: 'attention' },
  { key: 'abnormal', ...PARCEL_STATES.abnormal },
]

/** The tabs with their counts, under the same filters except the tab. */
function useParcelTabs(list: ParcelFilters) {
  const { data } = useRead('getParcelCountByTab', askedBeside(list), { refetchInterval: CALM_MS })
  return {
    tabs: countedTabs(data, TABS),
    tab: list.filters.state,
    onTab: (state: string) => list.setFilters({ state }),
  }
}

function NothingHere({ list }: { list: ParcelFilters }): ReactNode {
  if (countChanged(list) > 0) return <EmptyState text="没有符合条件的包裹。" />
  if (list.filters.state === 'stalled') return <EmptyState text="没有停滞的包裹，都在动。" />
  if (list.filters.state !== '') return <EmptyState text="没有这种状态的包裹。" />
  return <EmptyState text="还没有包裹。卖家在1688发货后，包裹和物流轨迹会自己到这里。" />
}
