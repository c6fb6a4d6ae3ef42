import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useAddressParams } from '../../lib/address-params.ts'
import { useMay } from '../../lib/permission.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'

const Bench = lazy(() => import('./receiving/bench.tsx'))
const Parcels = lazy(() => import('./parcels/parcel-list.tsx'))
const Receipts = lazy(() => import('./receipts/receipt-list.tsx'))

/** /purchase/receive: goods under way and in the warehouse. The first tab is the one that is open all day. */
export default function ReceivePage(): ReactNode {
  const [params, change] = useAddressParams()
  const tabs = [
    { key: '', label: '收货台', may: useMay('getReceiving'), Shown: Bench },
    { key: 'parcels', label: '包裹', may: useMay('getParcels'), Shown: Parcels },
    { key: 'receipts', label: '收货记录', may: useMay('getReceipts'), Shown: Receipts },
  ].filter(({ may }) => may)
  const tab = tabs.find(({ key }) => key === (params.get('tab') ?? '')) ?? tabs[0]
  if (!tab) return <EmptyState text="没有收货的权限，请管理员在角色管理中授权。" />
  const switcher = (
    <Segmented
      aria-label="收货页面"
      value={tab.key}
      options={tabs.map(({ key, label }) => ({ value: key, label }))}
      // Each tab has its own filters: those of the other tab must not stay in the address.
      onChange={(key) => change(() => new URLSearchParams(key === '' ? {} : { tab: key }))}
    />
  )
  return (
    <Suspense fallback={<RowSkeletons count={8} />}>
      <tab.Shown switcher={switcher} />
    </Suspense>
  )
}
