import type { AdminUser } from '@huoqiao/contract/accounts/accounts.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../../lib/permission.tsx'
import type { AccountAct, useAccountActs } from './use-account-acts.tsx'

type AccountBatchProps = {
  rows: readonly AdminUser[]
  acts: Pick<ReturnType<typeof useAccountActs>, 'act'>
  /** hears whom it failed for */
  onDone: (failed: readonly string[]) => void
}

/** What can be done with several accounts at once; rows that may not be touched come back with their reason. */
export function AccountBatch({ rows, acts, onDone }: AccountBatchProps): ReactNode {
  const run = async (act: AccountAct): Promise<void> => {
    const failed = await acts.act(act, rows)
    if (failed) onDone(failed)
  }
  return (
    <>
      <Can call="activate">
        <Button onClick={() => void run('activate')}>启用</Button>
      </Can>
      <Can call="suspend">
        <Button onClick={() => void run('suspend')}>停用</Button>
      </Can>
      <Can call="deleteUsers">
        <Button danger onClick={() => void run('deleteUsers')}>
          删除
        </Button>
      </Can>
    </>
  )
}
