import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../../../lib/index.ts'
import type { CollectItem } from './collect-item.ts'
import type { BoxActs } from './use-box-acts.ts'

type BoxActionsProps = {
  state: CollectState
  items: readonly CollectItem[]
  acts: BoxActs
  onClaim: (items: readonly CollectItem[]) => void
}

/** The actions that make sense for the lines of one tab. */
export function BoxActions({ state, items, acts, onClaim }: BoxActionsProps): ReactNode {
  const ids = items.map(({ id }) => id)
  return (
    <>
      <Can call="claimProducts">
        <Button type="primary" onClick={() => onClaim(items)}>
          {state === 'claimed' ? '认领到更多店铺' : '认领到店铺'}
        </Button>
      </Can>
      {state === 'collecting' || state === 'ignored' ? null : (
        <Can call="retryCollectProducts">
          <Button loading={acts.isRunning} onClick={() => acts.retry(ids)}>
            {state === 'collect-failed' ? '重试' : '重新采集'}
          </Button>
        </Can>
      )}
      {state === 'claimed' ? null : (
        <Can call="ignoreCollectProducts">
          {state === 'ignored' ? (
            <Button loading={acts.isRunning} onClick={() => acts.restore(ids)}>
              恢复
            </Button>
          ) : (
            <Button loading={acts.isRunning} onClick={() => acts.ignore(ids)}>
              忽略
            </Button>
          )}
        </Can>
      )}
    </>
  )
}
