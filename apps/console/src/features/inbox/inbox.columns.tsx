import type { InboxMessage } from '@huoqiao/contract/inbox/inbox.endpoints'
import { INBOX_STATES } from '@huoqiao/contract/inbox/inbox.status'
import type { TableColumnsType } from 'antd'
import { formatTime } from '../../lib/format.ts'
import { OriginDot } from '../../ui/origin-dot.tsx'
import { TableStateTag } from '../../ui/state-tag.tsx'
import styles from './inbox.module.css'
import { topicWord } from './inbox.words.ts'

export const inboxColumns = (open: (id: string) => void): TableColumnsType<InboxMessage> => [
  {
    key: 'topic',
    title: '消息',
    width: 210,
    render: (_, message) => (
      <button type="button" className={styles.open} onClick={() => open(message.id)}>
        <span>{topicWord(message.topic)}</span>
        <small>{message.topic}</small>
      </button>
    ),
  },
  {
    key: 'owner',
    title: '来自',
    width: 160,
    ellipsis: true,
    render: (_, { source, ownerName }) => (
      <OriginDot origin={source === 'shopify' ? 'store' : '1688'} label={ownerName} title={ownerName} />
    ),
  },
  { key: 'about', title: '关于', width: 150, ellipsis: true, render: (_, { about }) => about ?? '–' },
  {
    key: 'state',
    title: '状态',
    width: 108,
    render: (_, { state }) => <TableStateTag table={INBOX_STATES} code={state} />,
  },
  {
    key: 'message',
    title: '结果',
    ellipsis: true,
    render: (_, { message, state }) => (
      <span data-ill={state === 'failed'} className={styles.result}>
        {message}
      </span>
    ),
  },
  {
    key: 'attempts',
    title: '处理 / 重复',
    width: 96,
    align: 'right',
    className: 'hq-num',
    render: (_, { attempts, repeats }) => (
      <span title={`处理过 ${attempts} 次，同一事件又送来 ${repeats} 次`}>
        {attempts} / {repeats}
      </span>
    ),
  },
  {
    key: 'receivedAt',
    title: '收到',
    width: 156,
    className: 'hq-num',
    render: (_, { receivedAt }) => formatTime(receivedAt),
  },
]
