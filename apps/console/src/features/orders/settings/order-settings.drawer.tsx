import { Drawer, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { FeedSettings } from './feeds.settings.tsx'
import { FreightSettings } from './freights.settings.tsx'
import { RateSettings } from './rates.settings.tsx'
import { RelationSettings } from './relations.settings.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'

const TABS = [
  { value: 'feeds', label: '拉单与手续费' },
  { value: 'rates', label: '汇率' },
  { value: 'freights', label: '国际运费' },
  { value: 'relations', label: '记住的货源' },
]

type OrderSettingsDrawerProps = { tab: string; onTab: (tab: string) => void; onClose: () => void }

/** How orders are read, and the figures that their profit is calculated with. */
export default function OrderSettingsDrawer({ tab, onTab, onClose }: OrderSettingsDrawerProps): ReactNode {
  // Kept outside of its tab: switching tabs must not lose a pasted bill.
  const [bill, setBill] = useState('')
  return (
    <Drawer open size="min(920px, 94vw)" title="拉单与汇率" {...guardTyped(bill !== '')} onClose={onClose}>
      <Segmented value={tab} options={TABS} onChange={onTab} style={{ marginBottom: 12 }} />
      {tab === 'rates' ? <RateSettings /> : null}
      {tab === 'freights' ? <FreightSettings text={bill} onText={setBill} /> : null}
      {tab === 'relations' ? <RelationSettings /> : null}
      {TABS.slice(1).some(({ value }) => value === tab) ? null : <FeedSettings />}
    </Drawer>
  )
}
