import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import type { Allowed } from '../lib/permission.tsx'

type CanButtonProps = Omit<ComponentProps<typeof Button>, 'disabled'> & { allowed: Allowed }

/**
 * A button that is greyed out with the reason when the server says that the step is not allowed. The browser shows the words
 * itself: lists have these in every row, and a tooltip of Ant Design in each cost more than the row.
 */
export function CanButton({ allowed, title, ...button }: CanButtonProps): ReactNode {
  const reason = typeof allowed === 'string' ? allowed : undefined
  return <Button {...button} title={reason ?? title} disabled={reason !== undefined} />
}
