import { COLLECTOR_KEY_FIELDS } from '@huoqiao/contract/collection/collector.fields'
import type { CollectorKey } from '@huoqiao/contract/collection/collector.schema'
import { COLLECTOR_KEY_STATES } from '@huoqiao/contract/collection/collector.status'
import { Table } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../../lib/client.ts'
import { Can, useAct } from '../../../lib/index.ts'
import { askConfirm, CanButton, RelativeTime, StateTag } from '../../../ui/index.ts'
import { fieldColumns } from '../../../ui/field-columns.tsx'

/** The keys, the valid ones first. */
export function KeyTable({ keys }: { keys: readonly CollectorKey[] }): ReactNode {
  const { run } = useAct('withdrawCollectorKey')
  async function withdraw({ id, name }: CollectorKey): Promise<void> {
    const sure = await askConfirm({
      title: `撤销“${name}”？`,
      content: '用它的插件立即不能再采集；已经在采集箱里的商品不受影响。撤销后不能恢复，只能新建。',
      okText: '撤销',
      danger: true,
    })
    if (sure && (await run({ id })).ok) toast.success(`已撤销“${name}”`)
  }
  const columns: TableColumnsType<CollectorKey> = [
    ...fieldColumns<CollectorKey, typeof COLLECTOR_KEY_FIELDS>(COLLECTOR_KEY_FIELDS, {
      name: {},
      hint: { width: 140, render: (_, { hint }) => <span className="hq-mono">{hint}…</span> },
      account: { width: 140 },
      state: { width: 110, render: (_, { state }) => <StateTag {...COLLECTOR_KEY_STATES[state]} /> },
      createdAt: { width: 170, render: (_, { createdAt }) => <RelativeTime at={createdAt} /> },
      lastUsedAt: {
        width: 170,
        render: (_, { lastUsedAt }) => (lastUsedAt === null ? '还没有用过' : <RelativeTime at={lastUsedAt} />),
      },
      withdrawnAt: {
        width: 170,
        render: (_, { withdrawnAt }) => (withdrawnAt === null ? null : <RelativeTime at={withdrawnAt} />),
      },
    }),
    {
      title: '操作',
      key: 'acts',
      width: 90,
      render: (_, row) => (
        <Can call="withdrawCollectorKey">
          <CanButton
            allowed={row.can['withdrawCollectorKey']}
            size="small"
            type="link"
            danger
            onClick={() => void withdraw(row)}
          >
            撤销
          </CanButton>
        </Can>
      ),
    },
  ]
  return <Table<CollectorKey> rowKey="id" size="small" columns={columns} dataSource={keys} pagination={false} />
}
