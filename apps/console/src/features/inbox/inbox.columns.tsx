import { INBOX_FIELDS } from '@huoqiao/contract/inbox/inbox.fields'
import type { InboxMessage } from '@huoqiao/contract/inbox/inbox.endpoints'
import { INBOX_STATES } from '@huoqiao/contract/inbox/inbox.status'
import type { TableColumnsType } from 'antd'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { OriginDot } from '../../ui/origin-dot.tsx'
import { TableStateTag } from '../../ui/state-tag.tsx'
import styles from './inbox.module.css'
import { topicWord } from './inbox.words.ts'

export const inboxColumns = (open: (id: string) => void): TableColumnsType<InboxMessage> =>
  fieldColumns<InboxMessage, typeof INBOX_FIELDS>(INBOX_FIELDS, {
    topic: {
      width: 210,
      render: (_, message) => (
        <button type="button" className={styles.open} onClick={() => open(message.id)}>
          <span>{topicWord(message.topic)}</span>
          <small>{message.topic}</small>
        </button>
      ),
    },
    source: null,
    ownerId: null,
    ownerName: {
      width: 160,
      ellipsis: true,
      render: (_, { source, ownerName }) => (
        <OriginDot origin={source === 'shopify' ? 'store' : '1688'} label={ownerName} title={ownerName} />
      ),
    },
    about: { width: 150, ellipsis: true },
    state: { width: 108, render: (_, { state }) => <TableStateTag table={INBOX_STATES} code={state} /> },
    message: {
      ellipsis: true,
      render: (_, { message, state }) => (
        <span data-ill={state === 'failed'} className={styles.result}>
          {message}
        </span>
      ),
    },
    attempts: {
      title: `${INBOX_FIELDS.attempts.label} / ${INBOX_FIELDS.repeats.label}`,
      width: 96,
      render: (_, { attempts, repeats }) => (
        <span title={`处理过 ${attempts} 次，同一事件又送来 ${repeats} 次`}>
          {attempts} / {repeats}
        </span>
      ),
    },
    repeats: null,
    receivedAt: { width: 156 },
    // The other fields are shown in the drawer.
    eventId: null,
    triggeredAt: null,
    handledAt: null,
    nextAt: null,
  })
