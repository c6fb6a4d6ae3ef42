import { EllipsisOutlined } from '@ant-design/icons'
import type { MenuProps } from 'antd'
import { Button, Dropdown } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useRef, useState } from 'react'
import styles from './row-menu.module.css'

export type RowMenuItems = NonNullable<MenuProps['items']>

type RowMenuProps = Pick<ComponentProps<typeof Button>, 'type' | 'className' | 'children'> & {
  /** the button's accessible name: the row that the menu belongs to */
  label: string
  icon?: ReactNode
  /** called when the menu is opened, not for every rendered row */
  items: () => RowMenuItems
}

const ON_CLICK: 'click'[] = ['click']

/** The button that opens a row's menu. A row renders only a plain button; the menu is created when it is opened first. */
export function RowMenu({ label, icon = <EllipsisOutlined />, items, children, ...button }: RowMenuProps): ReactNode {
  const [isOpen, setOpen] = useState<boolean>()
  const wasOpen = useRef<boolean>(undefined)
  const box = useRef<HTMLSpanElement>(null)
  function close(): void {
    setOpen(false)
    // A keyboard user's focus is in the menu, which is about to be removed.
    if (document.activeElement?.closest('[role="menu"]')) box.current?.querySelector('button')?.focus()
  }
  return (
    <span ref={box} className={styles.box}>
      <Button
        {...button}
        icon={children === undefined ? icon : undefined}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen ?? false}
        // The menu closes on the pointer-down event already; the click that follows must not open it again.
        onPointerDown={() => (wasOpen.current = isOpen)}
        onClick={() => {
          setOpen(!(wasOpen.current ?? isOpen ?? false))
          wasOpen.current = undefined
        }}
      >
        {children}
      </Button>
      {isOpen === undefined ? null : (
        <Dropdown
          open={isOpen}
          trigger={ON_CLICK}
          menu={{ items: items() }}
          onOpenChange={(next) => (next ? undefined : close())}
        >
          <span className={styles.anchor} aria-hidden />
        </Dropdown>
      )}
    </span>
  )
}
