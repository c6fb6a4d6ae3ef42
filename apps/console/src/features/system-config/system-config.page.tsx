import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../lib/index.ts'
import type { SlotName } from '../../lib/slots.tsx'
import { isSlotFilled, Slot } from '../../lib/slots.tsx'
import { EmptyState, RowSkeletons, StateTabs } from '../../ui/index.ts'
import styles from './system-config.module.css'

type Section = { key: string; label: string; slot: SlotName }

/** In the order in which a new installation is set up. */
const SECTIONS: readonly Section[] = [
  { key: 'stores', label: '店铺', slot: 'settings-stores' },
  { key: 'marketplace', label: '1688账号', slot: 'settings-marketplace' },
  { key: 'pricing', label: '定价规则', slot: 'settings-pricing' },
  { key: 'parameters', label: '系统参数', slot: 'settings-parameters' },
]

/** /system/systemconfig: the app's connections and parameters. Each section belongs to its own feature. */
export default function SystemConfigPage(): ReactNode {
  const [params, setParams] = useSearchParams()
  const may: Partial<Record<SlotName, boolean>> = {
    'settings-stores': useMay('getAllShopifyStores'),
    'settings-marketplace': useMay('queryMarketplaceAccounts'),
    'settings-pricing': useMay('queryPriceRules'),
  }
  const shown = SECTIONS.filter(({ slot }) => isSlotFilled(slot) && may[slot] !== false)
  const section = shown.find(({ key }) => key === params.get('tab')) ?? shown[0]
  if (!section) return <EmptyState text="没有可以查看的设置，请管理员在角色管理中授权。" />
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>连接与参数</h1>
      <StateTabs
        tabs={shown.map(({ key, label }) => ({ key, label }))}
        tab={section.key}
        onTab={(key) => setParams({ tab: key })}
      />
      <Slot key={section.key} name={section.slot} fallback={<RowSkeletons count={4} />} />
    </div>
  )
}
