import { Drawer, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { DeskFeeds } from './desk.feeds.tsx'
import { DeskFreights } from './desk.freights.tsx'
import { DeskRates } from './desk.rates.tsx'
import { DeskRelations } from './desk.relations.tsx'

const TABS = [
  { value: 'feeds', label: '拉单与手续费' },
  { value: 'rates', label: '汇率' },
  { value: 'freights', label: '国际运费' },
  { value: 'relations', label: '记住的货源' },
]

type DeskDrawerProps = { tab: string; onTab: (tab: string) => void; onClose: () => void }

/** How orders come in, and what their profit is reckoned with. */
export default function DeskDrawer({ tab, onTab, onClose }: DeskDrawerProps): ReactNode {
  return (
    <Drawer open size="min(920px, 94vw)" title="拉单与汇率" onClose={onClose}>
      <Segmented value={tab} options={TABS} onChange={onTab} style={{ marginBottom: 12 }} />
      {tab === 'rates' ? <DeskRates /> : null}
      {tab === 'freights' ? <DeskFreights /> : null}
      {tab === 'relations' ? <DeskRelations /> : null}
      {TABS.slice(1).some(({ value }) => value === tab) ? null : <DeskFeeds />}
    </Drawer>
  )
}
