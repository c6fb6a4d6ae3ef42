import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { SlotProps } from '../../../lib/slots.tsx'
import { TaskView } from './task-view.tsx'

/** One sync task in a drawer. */
export default function TaskDrawer({ taskId, onClose }: SlotProps['sync-task']): ReactNode {
  return (
    <Drawer open destroyOnHidden size="min(1080px, 92vw)" title="同步任务" onClose={onClose}>
      <TaskView key={taskId} taskId={taskId} />
    </Drawer>
  )
}
