import type { SyncItem, SyncTask } from '@huoqiao/contract/listings/listings.schema'
import { SYNC_ITEM_STATES } from '@huoqiao/contract/listings/listings.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from '../../../lib/client.ts'
import { formatTime } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { RawExchange } from '../../../ui/failure-note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { isOpenTask } from './live-tasks.store.ts'
import styles from './task-view.module.css'

/** One product in one store of a task: its state, what happened in words, what to do, and the raw exchange one click away. */
export function TaskItem({ item, task }: { item: SyncItem; task: SyncTask }): ReactNode {
  const [isRawShown, showRaw] = useState(false)
  const retry = useAct('retrySyncTask')
  const mayRetry = useMay('retrySyncTask')
  const needsHelp = item.state === 'failed' || item.state === 'unknown'
  async function again(): Promise<void> {
    if ((await retry.run({ taskId: task.id, itemIds: [item.id] })).ok) toast.success('已重新排队')
  }
  const says = [item.step, item.message].filter((text) => text !== '').join('：')
  return (
    <li className={styles.item} data-ill={needsHelp}>
      <Picture src={item.image} alt="" size={40} />
      <div className={styles.words}>
        <Link to={`/shop/product/edit?id=${item.productId}`}>{item.title || '（还没有标题）'}</Link>
        <span className={styles.store}>{item.storeName}</span>
      </div>
      <div className={styles.what} data-ill={needsHelp}>
        {says === '' ? null : <p>{says}</p>}
        {item.advice ? <p className={styles.advice}>{item.advice}</p> : null}
      </div>
      <div className={styles.state}>
        <TableStateTag table={SYNC_ITEM_STATES} code={item.state} title={`更新于 ${formatTime(item.updatedAt)}`} />
        {item.attempts > 1 ? <small>第 {item.attempts} 次</small> : null}
      </div>
      <div className={styles.links}>
        {item.storefrontUrl ? (
          <a href={item.storefrontUrl} target="_blank" rel="noreferrer">
            在店铺查看
          </a>
        ) : null}
        {item.adminUrl ? (
          <a href={item.adminUrl} target="_blank" rel="noreferrer">
            后台
          </a>
        ) : null}
        {needsHelp && mayRetry && !isOpenTask(task) ? (
          <Button type="link" loading={retry.isPending} onClick={() => void again()}>
            {item.state === 'unknown' ? '核对' : '重试'}
          </Button>
        ) : null}
        {item.exchange ? (
          <Button type="link" aria-expanded={isRawShown} onClick={() => showRaw(!isRawShown)}>
            {isRawShown ? '收起报文' : '原始报文'}
          </Button>
        ) : null}
      </div>
      {isRawShown && item.exchange ? (
        <div className={styles.raw}>
          <RawExchange
            exchange={{
              request: item.exchange.request,
              response: item.exchange.response,
              ...(item.exchange.status === undefined ? {} : { status: item.exchange.status }),
            }}
          />
        </div>
      ) : null}
    </li>
  )
}
