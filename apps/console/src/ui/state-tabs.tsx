import type { Hue } from '@huoqiao/contract/states'
import { DownOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { formatCount } from '../lib/format.ts'
import { foldedTabs, tabWidth } from './folded-tabs.rules.ts'
import styles from './state-tabs.module.css'

export type StateTab = { key: string; label: string; count?: number | undefined; isCapped?: boolean; hue?: Hue }
type StateTabsProps = { tabs: readonly StateTab[]; tab: string; onTab: ((key: string) => void) | undefined }

/** Pixels: between two tabs, and for the button of the folded ones with a count of four digits. */
const GAP = 2
const BUTTON = 144

/** The states of a list with their counts, in one row: those that do not fit are folded into a menu, empty ones first. */
export function StateTabs({ tabs, tab, onTab }: StateTabsProps): ReactNode {
  const row = useRef<HTMLDivElement>(null)
  const folded = useFolded(row, tabs, tab)
  const hidden = tabs.filter(({ key }) => folded.has(key))
  return (
    <div className={styles.row} ref={row}>
      <div className={styles.tabs} role="tablist" aria-label="状态">
        {tabs
          .filter(({ key }) => !folded.has(key))
          .map((one) => (
            <button
              key={one.key}
              type="button"
              role="tab"
              aria-selected={one.key === tab}
              className={styles.tab}
              data-hue={one.hue}
              onClick={() => onTab?.(one.key)}
            >
              {one.label}
              <Count of={one} />
            </button>
          ))}
      </div>
      {hidden.length > 0 ? <Folded tabs={hidden} onTab={onTab} /> : null}
    </div>
  )
}

function Count({ of: { count, isCapped = false } }: { of: Pick<StateTab, 'count' | 'isCapped'> }): ReactNode {
  return count === undefined ? null : <span className={styles.count}>{formatCount(count, isCapped)}</span>
}

function Folded({ tabs, onTab }: Pick<StateTabsProps, 'tabs' | 'onTab'>): ReactNode {
  const counted = tabs.filter(({ count }) => count !== undefined)
  const all = {
    count: counted.length === 0 ? undefined : counted.reduce((sum, { count = 0 }) => sum + count, 0),
    isCapped: counted.some(({ isCapped }) => isCapped),
  }
  // The button has the colour of a folded state that needs a person.
  const hue = (['failed', 'attention'] as const).find((one) =>
    counted.some(({ hue: of, count }) => of === one && count !== 0),
  )
  const items = tabs.map((one) => ({
    key: one.key,
    label: (
      <span className={styles.item} data-hue={one.hue}>
        {one.label}
        <Count of={one} />
      </span>
    ),
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => onTab?.(key) }}>
      <button type="button" className={styles.tab} data-hue={hue} aria-haspopup="menu">
        其余状态
        <Count of={all} />
        <DownOutlined />
      </button>
    </Dropdown>
  )
}

/** The tabs that have to be folded at the row's present width. */
function useFolded(
  row: RefObject<HTMLDivElement | null>,
  tabs: readonly StateTab[],
  selected: string,
): ReadonlySet<string> {
  const [room, setRoom] = useState<number>()
  useEffect(() => {
    const box = row.current
    if (!box) return undefined
    const watch = new ResizeObserver(() => setRoom(box.clientWidth))
    watch.observe(box)
    return () => watch.disconnect()
  }, [row])
  // No width: before the first layout, or in a hidden page.
  if (!room) return NONE
  const measured = tabs.map((one) => ({
    key: one.key,
    width: tabWidth(one.label, one.count === undefined ? '' : formatCount(one.count, one.isCapped ?? false)),
    // Without a count the tab may have rows.
    weight: one.count ?? 1,
  }))
  return foldedTabs(measured, { selected, room, button: BUTTON, gap: GAP })
}
const NONE: ReadonlySet<string> = new Set()
