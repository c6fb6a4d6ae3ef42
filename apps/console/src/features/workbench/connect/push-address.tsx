import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can, useMay } from '../../../lib/permission.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { TextSkeleton } from '../../../ui/skeletons.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from './connect.module.css'

const KEY = 'inbox.publicOrigin'

/** Shows, sets and checks the public address, which both vendors need. `children` renders what the address is used for. */
export function PushAddress({ children }: { children: (origin: string | null) => ReactNode }): ReactNode {
  const may = useMay('querySystemConfig')
  const config = useRead('querySystemConfig', {}, { enabled: may })
  const check = useAct('checkPushAddress')
  const set = config.data?.find(({ key }) => key === KEY)?.value
  const origin = typeof set === 'string' && set !== '' ? set.replace(/\/+$/, '') : null
  // The check of a former address says nothing about the present one.
  const checked = check.data && (origin === null || check.data.origin === origin) ? check.data : undefined
  return (
    <>
      <Slot name="config-parameter" parameter={KEY} fallback={<TextSkeleton />} />
      <div className={styles.actions}>
        <Can call="checkPushAddress">
          <Button loading={check.isPending} onClick={() => void check.run({})}>
            检查地址
          </Button>
        </Can>
        {checked ? <StateTag bare hue={checked.ok ? 'done' : 'attention'} label={checked.found} /> : null}
      </div>
      {check.error ? <FailureNote failure={check.error} /> : null}
      {children(origin ?? checked?.origin ?? null)}
    </>
  )
}
