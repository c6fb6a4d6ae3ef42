import { CONSENT_CALLBACK } from '@huoqiao/contract/marketplace/marketplace.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Can } from '../../../lib/permission.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { EnvironmentMark } from '../../../pickers/store-picker.tsx'
import { CopyLine } from './copy-line.tsx'
import { Actions, Choice, Doing, ownOrigin, ownType } from './step.tsx'
import type { StepProps } from './step.tsx'
import styles from './connect.module.css'

/** 1688: the app and its keys. */
export function AppStep({ known: { account }, isDone, accounts, change, go }: StepProps): ReactNode {
  const [edited, edit] = useState<'new' | 'this' | undefined>()
  return (
    <>
      <Doing>
        <li>
          用公司的1688账号登录1688开放平台（open.1688.com），在控制台创建应用；采购用的应用选跨境、代采一类的解决方案。
        </li>
        <li>
          登记应用的回调地址：授权以后1688把浏览器带回这里，域名必须和登记的一致。
          <CopyLine label="回调地址" value={`${ownOrigin()}${CONSENT_CALLBACK}`} />
        </li>
        <li>
          把应用的 <code>AppKey</code> 和 <code>AppSecret</code> 抄到下面。令牌不用填，下一步授权后自动得到。
        </li>
      </Doing>
      <Choice label="1688账号" rows={accounts} value={account?.id} onChange={(id) => change({ account: id })} />
      {account ? (
        <p className={styles.fact}>
          <strong>{account.name}</strong> <EnvironmentMark environment={account.environment} /> AppKey{' '}
          <code>{account.appKey}</code>
        </p>
      ) : null}
      <Actions isDone={isDone} {...(account ? { onNext: () => go('consent') } : {})}>
        <Can call="addMarketplaceAccount">
          <Button type={ownType(isDone)} onClick={() => edit('new')}>
            {account ? '再添加一个1688账号' : '填写AppKey和AppSecret'}
          </Button>
        </Can>
        {account ? (
          <Can call="updateMarketplaceAccount">
            <Button onClick={() => edit('this')}>修改密钥</Button>
          </Can>
        ) : null}
      </Actions>
      {edited ? (
        <Slot
          key={edited}
          name="edit-marketplace-account"
          row={edited === 'this' ? account : undefined}
          isFirst={accounts.length === 0}
          onClose={() => edit(undefined)}
          onSaved={(saved) => change({ account: saved.id, step: 'consent' })}
        />
      ) : null}
    </>
  )
}
