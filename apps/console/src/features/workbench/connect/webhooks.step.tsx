import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PushAddress } from './push-address.tsx'
import { Actions, Choice, First, ownType } from './step.tsx'
import type { StepProps } from './step.tsx'

/** Shopify: the app registers the subscriptions itself; this step shows whether a message arrived. */
export function WebhooksStep({ known: { store, feed, evidence }, isDone, stores, change, go }: StepProps): ReactNode {
  const register = useAct('pullOrders')
  if (!store?.hasSecret)
    return <First text="先填好店铺地址和应用的凭据。" label="去创建店铺应用" onGo={() => go('shop')} />
  const last = evidence?.messages.find(({ ownerId }) => ownerId === store.id)?.at ?? null
  return (
    <>
      <p>店铺的消息由系统自己登记，不用在店铺后台填写；要有店铺连得到的对外地址。没有消息时靠每分钟拉取。</p>
      <Choice label="店铺" rows={stores} value={store.id} onChange={(id) => change({ store: id })} />
      <PushAddress>
        {() => (
          <FactList
            layout="rows"
            facts={[
              ['登记的主题', feed && feed.webhookTopics > 0 ? `${feed.webhookTopics} 个` : '还没有登记'],
              ['登记的问题', feed?.webhookError ?? ''],
              ['上次登记', feed?.webhooksAt == null ? '' : <RelativeTime key="at" at={feed.webhooksAt} ago />],
              ['上次收到消息', last === null ? '还没有收到过' : <RelativeTime key="at" at={last} ago />],
            ]}
          />
        )}
      </PushAddress>
      <p>试一试：在店铺里下一张测试订单，或改一个商品的标题，几秒后这里会显示收到了消息。</p>
      <Actions isDone={isDone} onNext={() => go('result')}>
        <Can call="pullOrders">
          <Button type={ownType(isDone)} loading={register.isPending} onClick={() => void register.run({})}>
            现在登记并拉取订单
          </Button>
        </Can>
      </Actions>
    </>
  )
}
