import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import type { Allowed } from '../lib/permission.tsx'

type CanButtonProps = Omit<ComponentProps<typeof Button>, 'disabled'> & { allowed: Allowed }

/**
 * A button that is disabled, with the reason, when the server does not allow the action. The browser shows the reason as a title: lists
 * have these buttons in every row, and an Ant Design tooltip in each cost more than the row.
 */
export function CanButton({ allowed, title, ...button }: CanButtonProps): ReactNode {
  const reason = typeof allowed === 'string' ? allowed : undefined
  return <Button {...button} title={reason ?? title} disabled={reason !== undefined} />
}
