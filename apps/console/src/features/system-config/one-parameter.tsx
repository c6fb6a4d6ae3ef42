import type { ReactNode } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { ParameterField } from './parameter.field.tsx'

const NOTHING = {}

/** One parameter, inside the page of another feature. */
export default function OneParameter({ parameter }: { parameter: string }): ReactNode {
  const may = useMay('querySystemConfig')
  const config = useRead('querySystemConfig', NOTHING, { enabled: may })
  if (!may) return <p>没有查看系统参数的权限，请管理员填写。</p>
  if (config.isError && !config.data)
    return <FailureNote failure={config.error} onRetry={() => void config.refetch()} />
  if (!config.data) return <TextSkeleton />
  const entry = config.data.find(({ key }) => key === parameter)
  return entry ? <ParameterField entry={entry} /> : null
}
