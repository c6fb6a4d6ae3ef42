import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useCan, useMay } from '../../lib/permission.tsx'
import { isSlotFilled, Slot } from '../../lib/slots.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { OperationLog } from './operation-log.list.tsx'

type LogTab = { key: string; label: string; may: boolean; slot?: 'login-log' | 'online-sessions' }

/** /platform/system/log: who did what; who logged in; who is online. The last two belong to the session feature. */
export default function LogsPage(): ReactNode {
  const [params, setParams] = useSearchParams()
  const tabs: readonly LogTab[] = [
    { key: 'operations', label: '操作日志', may: useMay('findOperationLog') },
    { key: 'logins', label: '登录日志', may: useCan('/admin/loginLog/queryLoginLog'), slot: 'login-log' },
    { key: 'online', label: '在线用户', may: useCan('/admin/session/queryOnlineSessions'), slot: 'online-sessions' },
  ]
  const shown = tabs.filter(({ may, slot }) => may && (!slot || isSlotFilled(slot)))
  const tab = shown.find(({ key }) => key === params.get('tab')) ?? shown[0]
  if (!tab) return <EmptyState text="没有可以查看的日志，请管理员在角色管理中授权。" />
  const head = {
    tabs: shown.map(({ key, label }) => ({ key, label })),
    tab: tab.key,
    onTab: (key: string) => setParams({ tab: key }),
  }
  if (!tab.slot) return <OperationLog head={head} />
  return <Slot key={tab.key} name={tab.slot} head={head} fallback={<RowSkeletons />} />
}
