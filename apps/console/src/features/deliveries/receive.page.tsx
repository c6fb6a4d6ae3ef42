import type { ReactNode } from 'react'
import { lazy } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { SectionPage } from '../../ui/section-page.tsx'

const Bench = lazy(() => import('./receiving/bench.tsx'))
const Parcels = lazy(() => import('./parcels/parcel-list.tsx'))
const Receipts = lazy(() => import('./receipts/receipt-list.tsx'))

/** /purchase/receive: goods under way and in the warehouse. The first section is the one that is open all day. */
export default function ReceivePage(): ReactNode {
  return (
    <SectionPage
      title="收货"
      sections={[
        { key: 'bench', label: '收货台', may: useMay('getReceiving'), Shown: Bench },
        { key: 'parcels', label: '包裹', may: useMay('getParcels'), Shown: Parcels },
        { key: 'receipts', label: '收货记录', may: useMay('getReceipts'), Shown: Receipts },
      ]}
      none="没有收货的权限，请管理员在角色管理中授权。"
    />
  )
}
