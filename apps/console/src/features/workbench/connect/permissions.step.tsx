import { MARKETPLACE_HEALTH } from '@huoqiao/contract/marketplace/marketplace.status'
import {
  MARKETPLACE_PERMISSIONS,
  PERMISSION_KEYS,
  PERMISSION_STATES,
} from '@huoqiao/contract/marketplace/permissions.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { useConnectionChecks } from '../../../lib/use-connection-checks.ts'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { CopyLine } from './copy-line.tsx'
import { Actions, Choice, Doing, First, ownType } from './step.tsx'
import type { StepProps } from './step.tsx'
import styles from './connect.module.css'

/** 1688: which groups of APIs the app was granted, what each is for, and what happens without it. */
export function PermissionsStep({ known: { account }, isDone, accounts, change, go }: StepProps): ReactNode {
  const ask = useAct('checkMarketplaceAccount')
  const check = useConnectionChecks((id) => ask.run({ id }), MARKETPLACE_HEALTH)
  if (!account)
    return <First text="先创建应用，填好AppKey和AppSecret。" label="去创建1688应用" onGo={() => go('app')} />
  return (
    <>
      <Doing>
        <li>
          在1688开放平台的控制台打开这个应用，申请包含下列接口的解决方案。商品搜索和详情属于跨境解决方案，由1688的工作人员开通，要等审核。
        </li>
        <li>开通以后点“检查权限”：每组各试一个只读的接口，不会下单、付款。只能写的接口不试，用到时才知道。</li>
      </Doing>
      <Choice label="1688账号" rows={accounts} value={account.id} onChange={(id) => change({ account: id })} />
      <Actions isDone={isDone} onNext={() => go('push')}>
        <Can call="checkMarketplaceAccount">
          <Button type={ownType(isDone)} loading={check.checking.has(account.id)} onClick={() => check.run(account.id)}>
            检查权限
          </Button>
        </Can>
      </Actions>
      {account.healthMessage === '' ? null : <p className={styles.fact}>{account.healthMessage}</p>}
      <ul className={styles.permissions}>
        {PERMISSION_KEYS.map((key) => {
          const { label, what, screens, without, apis } = MARKETPLACE_PERMISSIONS[key]
          const state = account.permissions[key] ?? 'unknown'
          return (
            <li key={key} data-permission={key} data-state={state}>
              <h3>
                {label} <TableStateTag table={PERMISSION_STATES} code={state} />
              </h3>
              <p>
                {what}。用在：{screens}。
              </p>
              {state === 'denied' ? (
                <p className={styles.without}>
                  没有它时：{without}。由应用的负责人在1688开放平台申请。
                  {key === 'search' || key === 'detail' ? (
                    <Button type="link" size="small" onClick={() => go('collector')}>
                      采集插件
                    </Button>
                  ) : null}
                </p>
              ) : null}
              <details>
                <summary>接口（{apis.length}）</summary>
                <CopyLine label="接口名" value={apis.join(', ')} />
              </details>
            </li>
          )
        })}
      </ul>
    </>
  )
}
