import { languageName } from '@huoqiao/contract/languages'
import type {
  TranslationPush,
  TranslationPushItem,
} from '@huoqiao/contract/translation-pushes/translation-pushes.schema'
import type { TranslationPushItemState } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import {
  TRANSLATION_PUSH_ITEM_STATES,
  TRANSLATION_PUSH_STATES,
} from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from '../../lib/client.ts'
import { formatTime } from '../../lib/format.ts'
import { CARD_PAGING } from '../../lib/list-query.ts'
import { Can } from '../../lib/permission.tsx'
import { useAct, useRead } from '../../lib/use-call.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { countedTabs } from '../../ui/list-answer.tsx'
import { StateTabs } from '../../ui/state-tabs.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { TableStateTag } from '../../ui/state-tag.tsx'
import { isOpenPush, POLL_MS, pushCounts } from './pushes.rules.ts'
import styles from './translation-pushes.module.css'

const ITEM_STATES = (Object.keys(TRANSLATION_PUSH_ITEM_STATES) as TranslationPushItemState[]).map((key) => ({
  key,
  ...TRANSLATION_PUSH_ITEM_STATES[key],
}))

type PushDrawerProps = { pushId: string; onOpen: (pushId: string) => void; onClose: () => void }

/** One task: its progress, its actions, and what happened to each product. */
export default function PushDrawer({ pushId, onOpen, onClose }: PushDrawerProps): ReactNode {
  return (
    <Drawer open destroyOnHidden size="min(1000px, 92vw)" title="译文同步" onClose={onClose}>
      <PushView key={pushId} pushId={pushId} onOpen={onOpen} />
    </Drawer>
  )
}

function PushView({ pushId, onOpen }: Pick<PushDrawerProps, 'pushId' | 'onOpen'>): ReactNode {
  const [state, setState] = useState<TranslationPushItemState | ''>('')
  const [page, setPage] = useState({ page: 1, pageSize: CARD_PAGING.first })
  const [isOpen, setOpen] = useState(true)
  const read = useRead(
    'getTranslationPush',
    { pushId, state: state === '' ? undefined : state, ...page },
    { refetchInterval: isOpen ? POLL_MS : false },
  )
  if (read.error && !read.data) return <FailureNote failure={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <RowSkeletons count={6} />
  const { push, items, counts } = read.data
  if (isOpenPush(push) !== isOpen) setOpen(isOpenPush(push))
  return (
    <section className={styles.view}>
      <PushHead push={push} onOpen={onOpen} />
      <StateTabs
        tabs={countedTabs(counts, ITEM_STATES)}
        tab={state}
        onTab={(key) => {
          setState(key as TranslationPushItemState | '')
          setPage({ page: 1, pageSize: page.pageSize })
        }}
      />
      {items.list.length === 0 ? <EmptyState text="这一类里没有商品。" /> : null}
      <ul className={styles.rows} data-stale={read.isPlaceholderData}>
        {items.list.map((item) => (
          <PushItem key={item.id} item={item} />
        ))}
      </ul>
      {items.total > CARD_PAGING.first || page.page > 1 ? (
        <Pager
          isStale={read.isPlaceholderData}
          {...page}
          sizes={CARD_PAGING.sizes}
          total={items.total}
          isCapped={items.totalCapped}
          onChange={(to, pageSize) => setPage({ page: to, pageSize })}
        />
      ) : null}
    </section>
  )
}

function PushHead({ push, onOpen }: { push: TranslationPush; onOpen: (pushId: string) => void }): ReactNode {
  const cancel = useAct('cancelTranslationPush')
  const retry = useAct('retryTranslationPush')
  const undo = useAct('undoTranslationPush')
  async function stop(): Promise<void> {
    const isSure = await askConfirm({
      title: '取消这次写入？',
      content: `还没开始的 ${push.total - push.done} 个商品不再写入；已经写进店铺的保留。`,
      okText: '取消任务',
      cancelText: '继续写入',
      danger: true,
    })
    if (isSure && (await cancel.run({ pushId: push.id })).ok) toast.success('任务已取消')
  }
  async function again(): Promise<void> {
    if ((await retry.run({ pushId: push.id })).ok) toast.success('失败的已重新排队')
  }
  async function back(): Promise<void> {
    const isSure = await askConfirm({
      title: '撤销这次写入？',
      content: '店铺里仍是这次写入的译文，会改回以前的，以前没有的会删掉；之后被别人改过的不动。',
      okText: '撤销',
      danger: true,
    })
    if (!isSure) return
    const answer = await undo.run({ pushId: push.id })
    if (answer.ok) onOpen(answer.data.id)
  }
  return (
    <header className={styles.view}>
      <div className={styles.titleLine}>
        <h2>{push.title}</h2>
        <TableStateTag table={TRANSLATION_PUSH_STATES} code={push.state} />
        <span className={styles.acts}>
          {isOpenPush(push) ? (
            <Can call="cancelTranslationPush">
              <CanButton
                allowed={push.can['cancelTranslationPush']}
                loading={cancel.isPending}
                onClick={() => void stop()}
              >
                取消任务
              </CanButton>
            </Can>
          ) : (
            <>
              <Can call="undoTranslationPush">
                <CanButton
                  danger
                  allowed={push.can['undoTranslationPush']}
                  loading={undo.isPending}
                  onClick={() => void back()}
                >
                  撤销
                </CanButton>
              </Can>
              <Can call="retryTranslationPush">
                <CanButton
                  type="primary"
                  allowed={push.can['retryTranslationPush']}
                  loading={retry.isPending}
                  onClick={() => void again()}
                >
                  重试失败的
                </CanButton>
              </Can>
            </>
          )}
        </span>
      </div>
      <ProgressLine done={push.done} total={push.total} failed={push.failed + push.unknown} label={pushCounts(push)} />
      <p className={styles.facts}>
        {push.storeName} · {push.locales.map(languageName).join('、')} · {push.createdBy} 于{' '}
        {formatTime(push.createdAt)} 发起{push.finishedAt === null ? '' : `，${formatTime(push.finishedAt)} 结束`}
      </p>
    </header>
  )
}

function PushItem({ item }: { item: TranslationPushItem }): ReactNode {
  const isIll = item.state === 'failed' || item.state === 'unknown'
  const figures = [item.written > 0 ? `写入 ${item.written} 条` : '', item.message].filter((text) => text !== '')
  return (
    <li className={styles.item}>
      <Link to={`/shop/product/edit?id=${item.productId}`}>{item.title || '（还没有标题）'}</Link>
      <div className={styles.what} data-ill={isIll}>
        {figures.length === 0 ? null : <p>{figures.join('；')}</p>}
        {item.advice ? <p>{item.advice}</p> : null}
      </div>
      <TableStateTag
        table={TRANSLATION_PUSH_ITEM_STATES}
        code={item.state}
        title={`更新于 ${formatTime(item.updatedAt)}`}
      />
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
      </div>
    </li>
  )
}
