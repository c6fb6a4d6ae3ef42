import { EllipsisOutlined } from '@ant-design/icons'
import type { MenuProps } from 'antd'
import { Button, Dropdown } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useRef, useState } from 'react'
import styles from './row-menu.module.css'

export type RowMenuItems = NonNullable<MenuProps['items']>

type RowMenuProps = Pick<ComponentProps<typeof Button>, 'type' | 'className' | 'children'> & {
  /** what the button is called: whose menu this is */
  label: string
  icon?: ReactNode
  /** asked when the menu is opened, not for every row that is drawn */
  items: () => RowMenuItems
}

const ON_CLICK: 'click'[] = ['click']

/** The button of a row behind which further steps wait. A row costs a plain button; the menu is made when it is opened first. */
export function RowMenu({ label, icon = <EllipsisOutlined />, items, children, ...button }: RowMenuProps): ReactNode {
  const [isOpen, setOpen] = useState<boolean>()
  const wasOpen = useRef<boolean>(undefined)
  const box = useRef<HTMLSpanElement>(null)
  function close(): void {
    setOpen(false)
    // Who came here by keyboard stands in the menu, which goes away under them.
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
        // The menu closes at the press already; the click that follows must not open it again.
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
