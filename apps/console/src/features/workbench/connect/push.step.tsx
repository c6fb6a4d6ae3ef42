import { pushPath } from '@huoqiao/contract/marketplace/marketplace.status'
import { PUSH_TOPICS } from '@huoqiao/contract/marketplace/permissions.status'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { CopyLine } from './copy-line.tsx'
import { PushAddress } from './push-address.tsx'
import { Actions, Choice, Doing, First } from './step.tsx'
import type { StepProps } from './step.tsx'
import styles from './connect.module.css'

/** 1688: the address that receives messages, and the topics to subscribe to. */
export function PushStep({ known: { account, evidence }, isDone, accounts, change, go }: StepProps): ReactNode {
  if (!account)
    return <First text="先创建应用，填好AppKey和AppSecret。" label="去创建1688应用" onGo={() => go('app')} />
  const last = evidence?.messages.find(({ ownerId }) => ownerId === account.id)?.at ?? null
  return (
    <>
      <p>有消息时，改价、发货、付款几秒就到；没有也能用，靠定时读取，会慢一些。</p>
      <Choice label="1688账号" rows={accounts} value={account.id} onChange={(id) => change({ account: id })} />
      <PushAddress>
        {(origin) => (
          <Doing>
            <li>
              在1688开放平台的控制台打开这个应用的消息设置，选HTTP推送，填上接收地址。每个1688账号的地址不同，这是“
              {account.name}”的：
              <CopyLine label="消息地址" value={`${origin ?? 'https://对外地址'}${pushPath(account.id)}`} />
            </li>
            <li>
              订阅这些主题（商品主题只对认领过、登记了铺货关系的商品推送）：
              {PUSH_TOPICS.map(({ group, topics }) => (
                <CopyLine key={group} label={`${group}（${topics.length}）`} value={topics.join(', ')} />
              ))}
            </li>
          </Doing>
        )}
      </PushAddress>
      <p className={styles.fact} data-last-message={last ?? ''}>
        {last === null ? (
          '还没有收到过消息。订阅以后，下一次订单或商品有变动时会到；收到后这里自动变。'
        ) : (
          <>
            上次收到消息：
            <RelativeTime at={last} ago />
          </>
        )}
      </p>
      <Actions isDone={isDone} onNext={() => go('shop')} />
    </>
  )
}
