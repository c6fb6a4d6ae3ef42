import { INBOX_STATES } from '@huoqiao/contract/inbox/inbox.status'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CallOutput } from '../../lib/contract.ts'
import { copyText } from '../../lib/clipboard.ts'
import { toast } from '../../lib/client.ts'
import { formatTime } from '../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../lib/permission.tsx'
import { useAct, useRead } from '../../lib/use-call.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import type { LabelledFact } from '../../ui/fact-list.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { TableStateTag } from '../../ui/state-tag.tsx'
import styles from './inbox.module.css'
import { topicWord } from './inbox.words.ts'
import { laidOut } from './message-body.rules.ts'

type Message = CallOutput<'getInboxMessage'>
const LOOK_AGAIN_MS = 2_000

/** One message: its content, its outcome, and replaying it. */
export default function MessageDrawer({ messageId, onClose }: { messageId: string; onClose: () => void }): ReactNode {
  const { data, error, refetch } = useRead(
    'getInboxMessage',
    { id: messageId },
    { keepPrevious: false, refetchInterval: LOOK_AGAIN_MS },
  )
  const { run, isPending } = useAct('replayInbox')
  const may = useMay('replayInbox')
  async function replay(): Promise<void> {
    const done = await run({ ids: [messageId] })
    if (done.ok) toast.success('已放回队列')
  }
  return (
    <Drawer
      open
      size="min(760px, 92vw)"
      title={data ? topicWord(data.topic) : '消息'}
      onClose={onClose}
      extra={
        data ? (
          <CanButton
            type="primary"
            loading={isPending}
            allowed={may ? data.can['replayInbox'] : NO_RIGHT}
            onClick={() => void replay()}
          >
            重放
          </CanButton>
        ) : null
      }
    >
      {error && !data ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <div className={styles.message}>
          {data.state === 'failed' ? <Failure message={data} onReplay={() => void replay()} /> : null}
          <Facts message={data} />
          <Headers headers={data.headers} />
          <Body body={data.body} />
        </div>
      ) : error ? null : (
        <RowSkeletons count={6} />
      )}
    </Drawer>
  )
}

/** What happened, why, what it affects, what to do next (beyond, item 10). */
function Failure({ message, onReplay }: { message: Message; onReplay: () => void }): ReactNode {
  return (
    <FailureNote
      failure={{
        refusal: 'message-failed',
        what: `处理了 ${message.attempts} 次都没有成功`,
        why: message.message,
        affects:
          message.about === null
            ? '消息本身还在，没有丢；它说的变动还没有反映到这里'
            : `${message.about}：消息还在，没有丢；它说的变动还没有反映到这里，定时拉取可能已经补上`,
      }}
      actions={[{ label: '重放', run: onReplay }]}
    />
  )
}

function Facts({ message }: { message: Message }): ReactNode {
  // The message names the order by the shop's long id; the outcome has the number that people know.
  const number = message.source === 'shopify' ? /订单 (#?\S+)$/.exec(message.message)?.[1] : undefined
  const facts: readonly LabelledFact[] = [
    ['状态', <TableStateTag key="state" table={INBOX_STATES} code={message.state} />],
    ['结果', message.message],
    ['来自', `${message.source === 'shopify' ? '店铺' : '1688账号'} ${message.ownerName}`],
    ['类型', message.topic],
    [
      '关于',
      number === undefined ? (
        (message.about ?? '–')
      ) : (
        <Link key="about" to={`/order/list?keyword=${encodeURIComponent(number)}`}>
          {number}
        </Link>
      ),
    ],
    ['事件编号', <CopyId key="event" value={message.eventId} chars={40} />],
    ['发生', formatTime(message.triggeredAt)],
    ['收到', formatTime(message.receivedAt)],
    ['处理', handledText(message)],
    ['重复送达', `${message.repeats} 次，没有再处理`],
  ]
  return <FactList layout="rows" facts={facts} />
}

function handledText({ handledAt, nextAt, attempts, state }: Message): string {
  if (handledAt !== null) return `${formatTime(handledAt)}（第 ${attempts} 次）`
  if (state === 'failed') return `试了 ${attempts} 次，不再自动重试`
  return nextAt === null ? '等待中' : `已试 ${attempts} 次没有成功，${formatTime(nextAt)} 自动再试`
}

function Headers({ headers }: { headers: Message['headers'] }): ReactNode {
  const entries = Object.entries(headers)
  if (entries.length === 0) return null
  return (
    <details>
      <summary>请求头（{entries.length}）</summary>
      <pre className={styles.raw} tabIndex={0}>
        {entries.map(([name, value]) => `${name}: ${value}`).join('\n')}
      </pre>
    </details>
  )
}

function Body({ body }: { body: string | null }): ReactNode {
  if (body === null) return <p className={styles.closed}>内容里有客户信息。您没有“查看客户信息”的权限，所以不显示。</p>
  return (
    <section>
      <h3>
        内容
        <Button type="text" onClick={() => void copyText(body)}>
          复制
        </Button>
      </h3>
      <pre className={styles.raw} tabIndex={0}>
        {laidOut(body)}
      </pre>
    </section>
  )
}
