import type { OrderFeed } from '@huoqiao/contract/orders/orders.schema'
import { ORDER_FEED_FIELDS } from '@huoqiao/contract/orders/orders.fields'
import { Button, Table } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../../lib/client.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { askText } from '../../../ui/dialogs.store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'

const FEE = /^\d{1,2}(\.\d{1,4})?$/

/** By store: whether webhooks arrive, when the shop was last read, and the fees of payment and platform. */
export function FeedSettings(): ReactNode {
  const { data, error, refetch } = useRead('queryOrderFeeds', {}, { refetchInterval: 10_000 })
  const save = useAct('saveOrderFeed')
  const may = useMay('saveOrderFeed')
  async function change(feed: OrderFeed): Promise<void> {
    await askText({
      title: `${feed.storeName} 的手续费`,
      label: `${ORDER_FEED_FIELDS.feePercent.label}（%）`,
      content: '支付和平台从每笔销售里收的百分比，用来算利润。改后，利润按新的手续费重算。',
      initial: feed.feePercent,
      pattern: FEE,
      patternMessage: '应为不带符号的百分数，例如 2.9',
      maxLength: 8,
      okText: '保存',
      async submit(feePercent, close) {
        const done = await save.run({ storeId: feed.storeId, version: feed.version, feePercent })
        if (!done.ok) return
        close()
        toast.success('手续费已保存')
      },
    })
  }
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons count={3} />
  if (data.length === 0) return <EmptyState text="还没有连接店铺，所以没有订单可以拉取。" />
  const columns: TableColumnsType<OrderFeed> = [
    ...fieldColumns<OrderFeed, typeof ORDER_FEED_FIELDS>(ORDER_FEED_FIELDS, {
      storeId: null,
      storeName: { ellipsis: true },
      webhooksAt: {
        width: 210,
        render: (_, feed) =>
          feed.webhookError ? (
            <span title={feed.webhookError}>
              <StateTag bare hue="failed" label="没有登记成功" />
              <br />
              <small>{feed.webhookError}</small>
            </span>
          ) : feed.webhooksAt === null ? (
            <StateTag bare hue="waiting" label="还没有登记" />
          ) : (
            <StateTag bare hue="done" label={`已登记 ${feed.webhookTopics} 类`} />
          ),
      },
      webhookTopics: null,
      webhookError: null,
      lastPulledAt: {
        width: 230,
        render: (_, feed) =>
          feed.pullError ? (
            <span title={feed.pullError}>
              <StateTag bare hue="failed" label="上次没有拉到" />
              <br />
              <small>{feed.pullError}</small>
            </span>
          ) : feed.lastPulledAt === null ? (
            <StateTag bare hue="waiting" label="还没有拉取" />
          ) : (
            <RelativeTime at={feed.lastPulledAt} />
          ),
      },
      pullError: null,
      pulledTo: { width: 150, render: (_, feed) => <RelativeTime at={feed.pulledTo} /> },
      feePercent: { width: 80, align: 'right', render: (_, feed) => `${feed.feePercent}%` },
    }),
    {
      title: '',
      width: 70,
      render: (_, feed) =>
        may ? (
          <Button type="link" aria-label={`修改 ${feed.storeName} 的手续费`} onClick={() => void change(feed)}>
            修改
          </Button>
        ) : null,
    },
  ]
  return <Table<OrderFeed> rowKey="storeId" size="small" pagination={false} dataSource={data} columns={columns} />
}
