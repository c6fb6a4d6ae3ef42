import type { ReactNode } from 'react'
import { useOutbox } from './outbox.store.ts'

/** In the account popover, before a logout. */
export default function UnsentReceipts(): ReactNode {
  const { rows } = useOutbox()
  if (rows.length === 0) return null
  return (
    <p role="alert">
      还有 {rows.length} 笔收货没有发出。退出后它们留在这台设备上，您下次在这里登录时再发；换一台设备看不到。
    </p>
  )
}
