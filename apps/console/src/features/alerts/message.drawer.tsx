import { ALERT_MESSAGE_FIELDS } from '@huoqiao/contract/alerts/alerts.fields'
import type { AlertMessage } from '@huoqiao/contract/alerts/alerts.schema'
import { ALERT_STATES, CHANNEL_KINDS } from '@huoqiao/contract/alerts/alerts.status'
import { NOTICE_LEVELS } from '@huoqiao/contract/notices/notices.status'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from '../../lib/client.ts'
import { BLANK, formatTime } from '../../lib/format.ts'
import { NO_RIGHT, useMay } from '../../lib/permission.tsx'
import { useAct, useRead } from '../../lib/use-call.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import type { LabelledFact } from '../../ui/fact-list.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StateTag, TableStateTag } from '../../ui/state-tag.tsx'

type MessageDrawerProps = { messageId: string; onClose: () => void }

const LOOK_AGAIN_MS = 2_000

/** One message: what it contained, what came of it, and sending it again. */
export default function MessageDrawer({ messageId, onClose }: MessageDrawerProps): ReactNode {
  const {
    data: message,
    error,
    refetch,
  } = useRead('getAlertMessage', { id: messageId }, { keepPrevious: false, refetchInterval: LOOK_AGAIN_MS })
  const { run, isPending } = useAct('resendAlert')
  const may = useMay('resendAlert')
  async function resend(of: AlertMessage): Promise<void> {
    const isSure =
      of.state !== 'unknown' ||
      (await askConfirm({
        title: '重新发送这条告警？',
        content: '上一次的结果未知：如果已经送到，会收到两条一样的。',
        okText: '重新发送',
      }))
    if (isSure && (await run({ id: of.id })).ok) toast.success('已放回队列，马上重新发送')
  }
  return (
    <Drawer
      open
      size="min(640px, 92vw)"
      title="告警"
      onClose={onClose}
      extra={
        message && message.can['resendAlert'] === true ? (
          <CanButton
            type="primary"
            loading={isPending}
            allowed={may ? true : NO_RIGHT}
            onClick={() => void resend(message)}
          >
            重新发送
          </CanButton>
        ) : null
      }
    >
      {error && !message ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {message ? <FactList layout="rows" facts={factsOf(message)} /> : error ? null : <RowSkeletons count={6} />}
    </Drawer>
  )
}

const factsOf = (message: AlertMessage): LabelledFact[] => [
  [ALERT_MESSAGE_FIELDS.state.label, <TableStateTag key="state" table={ALERT_STATES} code={message.state} />],
  [ALERT_MESSAGE_FIELDS.channelName.label, `${message.channelName}（${CHANNEL_KINDS[message.channelKind]}）`],
  ...(message.reason === '' ? [] : [[ALERT_MESSAGE_FIELDS.reason.label, message.reason] satisfies LabelledFact]),
  [ALERT_MESSAGE_FIELDS.answer.label, message.answer === '' ? BLANK : <code key="answer">{message.answer}</code>],
  [ALERT_MESSAGE_FIELDS.attempts.label, `${message.attempts} 次`],
  ...(message.nextAt === null
    ? []
    : [[ALERT_MESSAGE_FIELDS.nextAt.label, formatTime(message.nextAt)] satisfies LabelledFact]),
  [ALERT_MESSAGE_FIELDS.sentAt.label, formatTime(message.sentAt)],
  [ALERT_MESSAGE_FIELDS.createdAt.label, formatTime(message.createdAt)],
  [
    ALERT_MESSAGE_FIELDS.items.label,
    <ul key="items">
      {message.items.map((item) => (
        <li key={item.noticeId}>
          <StateTag hue={NOTICE_LEVELS[item.level].hue} label={item.title} bare /> {item.text}{' '}
          {item.to === null ? null : (
            <Link style={{ textDecoration: 'underline' }} to={item.to}>
              去处理
            </Link>
          )}
        </li>
      ))}
    </ul>,
  ],
]
