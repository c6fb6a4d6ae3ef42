import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { UnsourcedGood } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import { Button, Checkbox, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { CARD_PAGING } from '../../../lib/list-query.ts'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { StorePicker } from '../../../pickers/store-picker.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import { GoodRow } from './goods-row.tsx'
import { GoodsSourceDialog } from '../source/goods-source.dialog.tsx'
import { chosenAs, rowsToRelate } from './goods.rules.ts'
import { RelationImport } from './relation-import.drawer.tsx'
import styles from './goods.module.css'
import type { GoodsChoices } from './use-goods-choices.ts'
import { useGoodsChoices } from './use-goods-choices.ts'
import { GOODS_KEYS_HINT, useFirstRow, useGoodsKeys } from './use-goods-keys.ts'

const NO_GOODS: readonly UnsourcedGood[] = []

type GoodsDrawerProps = {
  /** only what these orders need; empty: everything */
  orderIds: readonly string[]
  /** only these goods */
  goodIds: readonly string[]
  /** shows all goods instead of the chosen */
  onAll: (() => void) | undefined
  onClose: () => void
}

/** 批量关联货源: all goods without a source, each once, linked many at a time. What is typed is kept until it is linked. */
export default function GoodsDrawer({ orderIds, goodIds, onAll, onClose }: GoodsDrawerProps): ReactNode {
  const [asked, ask] = useState({
    keyword: '',
    storeId: undefined as string | undefined,
    page: 1,
    pageSize: CARD_PAGING.first,
  })
  const read = useRead('getUnsourcedGoods', {
    ...asked,
    keyword: asked.keyword || undefined,
    orderIds: [...orderIds],
    goodIds: [...goodIds],
  })
  const goods = read.data?.list ?? NO_GOODS
  const choices = useGoodsChoices()
  const may = useMay('relateGoods')
  const mayImport = useMay('importRelations')
  const [found, find] = useState<{ good: UnsourcedGood; offerId: string | undefined }>()
  const [isImporting, importSheet] = useState(false)
  const link = useLinking(orderIds, choices)
  const rows = rowsToRelate(goods, choices.of)
  const submission = useSubmission(rows.length === 0 ? '先选中要关联的商品，并给它选好货源' : undefined, () =>
    link.run(goods, rows),
  )
  const submit = (): void => {
    if (may && found === undefined && !isImporting) submission.submit()
  }
  const goodOf = (goodId: string): UnsourcedGood | undefined => goods.find(({ id }) => id === goodId)
  const box = useRef<HTMLDivElement>(null)
  const toFirstRow = useFirstRow(box, goods)
  const withGood = (act: (good: UnsourcedGood) => void) => (goodId: string) => {
    const good = goodOf(goodId)
    if (good) act(good)
  }
  const onKeyDown = useGoodsKeys(box, {
    submit,
    choose: (goodId, at) =>
      withGood((good) => {
        const proposal = good.proposals[at]
        if (proposal?.exact) choices.change(good, chosenAs(choices.of(good), proposal))
        else if (proposal) find({ good, offerId: proposal.offerId })
      })(goodId),
    toggle: withGood((good) => choices.change(good, { isPicked: !choices.of(good).isPicked })),
    find: withGood((good) => find({ good, offerId: undefined })),
    turnScope: withGood((good) => {
      if (good.rememberable)
        choices.change(good, { scope: choices.of(good).scope === 'remember' ? 'this-order' : 'remember' })
    }),
  })
  return (
    <Drawer
      open
      size="min(1240px, 96vw)"
      title={orderIds.length > 0 ? `给选中的 ${orderIds.length} 张订单关联货源` : '批量关联货源'}
      extra={
        <CanButton allowed={mayImport ? true : NO_RIGHT} onClick={() => importSheet(true)}>
          导入表格
        </CanButton>
      }
      onClose={onClose}
      afterOpenChange={(isOpen) => {
        if (isOpen) toFirstRow()
      }}
      footer={
        <div className={styles.foot}>
          <span className={styles.hint}>
            {GOODS_KEYS_HINT}
            {choices.savedAt === null ? '' : '。填的内容已自动保存'}
          </span>
          {submission.line}
          <Button onClick={onClose}>关闭</Button>
          <CanButton type="primary" loading={link.isPending} allowed={may ? true : NO_RIGHT} onClick={submit}>
            {rows.length > 0 ? `关联选中的 ${rows.length} 种商品` : '关联'}
          </CanButton>
        </div>
      }
    >
      <div ref={box} className={styles.body} onKeyDown={onKeyDown}>
        <GoodsBar
          asked={asked}
          goods={goods}
          total={read.data?.total}
          choices={choices}
          onAsk={(next) => ask({ ...asked, ...next, page: 1 })}
          onAll={onAll}
        />
        {link.failure ? <FailureNote failure={link.failure} /> : null}
        {link.outcome ? <OutcomeList outcome={link.outcome} labelOf={(key) => link.names.get(key) ?? key} /> : null}
        {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
        {read.data ? (
          goods.length === 0 ? (
            <EmptyState text={emptyText(asked.keyword !== '' || asked.storeId !== undefined, orderIds, goodIds)} />
          ) : (
            <ul className={styles.goods} data-stale={read.isPlaceholderData}>
              {goods.map((good) => (
                <GoodRow
                  key={good.id}
                  good={good}
                  choice={choices.of(good)}
                  failure={link.failures.get(good.id)}
                  onChange={(change) => choices.change(good, change)}
                  onFind={(offerId) => find({ good, offerId })}
                />
              ))}
            </ul>
          )
        ) : read.error ? null : (
          <RowSkeletons count={6} />
        )}
        {read.data && (read.data.total > CARD_PAGING.first || asked.page > 1) ? (
          <Pager
            isStale={read.isPlaceholderData}
            page={asked.page}
            pageSize={asked.pageSize}
            sizes={CARD_PAGING.sizes}
            total={read.data.total}
            isCapped={read.data.totalCapped}
            onChange={(page, pageSize) => ask({ ...asked, page, pageSize })}
          />
        ) : null}
      </div>
      {found ? (
        <GoodsSourceDialog
          good={found.good}
          offerId={found.offerId}
          onClose={() => find(undefined)}
          onChoose={(source) => {
            choices.change(found.good, { source, isPicked: true })
            find(undefined)
          }}
        />
      ) : null}
      {isImporting ? <RelationImport onClose={() => importSheet(false)} /> : null}
    </Drawer>
  )
}

type Asked = { keyword: string; storeId: string | undefined }
type GoodsBarProps = {
  asked: Asked
  goods: readonly UnsourcedGood[]
  total: number | undefined
  choices: GoodsChoices
  onAsk: (next: Partial<Asked>) => void
  onAll: (() => void) | undefined
}

/** Which goods are shown, how many there are, and how many of them are selected. */
function GoodsBar({ asked, goods, total, choices, onAsk, onAll }: GoodsBarProps): ReactNode {
  const picked = goods.filter((good) => choices.of(good).isPicked)
  return (
    <div className={styles.bar}>
      <Checkbox
        disabled={goods.length === 0}
        checked={goods.length > 0 && picked.length === goods.length}
        indeterminate={picked.length > 0 && picked.length < goods.length}
        onChange={(event) => choices.pick(goods, event.target.checked)}
      >
        本页全选
      </Checkbox>
      <SearchField
        value={asked.keyword}
        placeholder="商品、规格、SKU、订单号"
        onSearch={(keyword) => onAsk({ keyword })}
      />
      <StorePicker allowClear placeholder="全部店铺" value={asked.storeId} onChange={(storeId) => onAsk({ storeId })} />
      <span className={styles.hint}>
        {total === undefined ? '' : `${total} 种商品没有货源${picked.length > 0 ? `，选中 ${picked.length} 种` : ''}`}
      </span>
      {onAll ? (
        <Button type="link" onClick={onAll}>
          看全部没有货源的商品
        </Button>
      ) : null}
    </div>
  )
}

/** Only an unfiltered list may say that nothing waits any more. */
function emptyText(isSearched: boolean, orderIds: readonly string[], goodIds: readonly string[]): string {
  if (isSearched) return '没有符合条件的商品。'
  if (orderIds.length > 0) return '选中的订单都知道到哪里采购了。'
  if (goodIds.length > 0) return '这里的商品都有货源了。'
  return '没有等着货源的商品了，订单都知道到哪里采购。'
}

/** Links the selected goods; rows that failed stay, with the reason and with what was typed. */
function useLinking(orderIds: readonly string[], choices: GoodsChoices) {
  const relate = useAct('relateGoods')
  const [failure, setFailure] = useState<CallError>()
  const [outcome, setOutcome] = useState<BulkOutcome>()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const failures = new Map(outcome?.rows.flatMap(({ key, ok, message }) => (ok ? [] : [[key, message]])))
  return {
    failure,
    outcome,
    failures,
    names,
    isPending: relate.isPending,
    run: async (goods: readonly UnsourcedGood[], rows: ReturnType<typeof rowsToRelate>): Promise<void> => {
      if (relate.isPending) return
      setFailure(undefined)
      const done = await relate.run({ orderIds: [...orderIds], rows })
      if (!done.ok) return setFailure(done.error)
      setNames(
        new Map(goods.map(({ id, title, variantTitle }) => [id, [title, variantTitle].filter(Boolean).join(' / ')])),
      )
      setOutcome(done.data.rows)
      choices.forget(done.data.rows.rows.flatMap(({ key, ok }) => (ok ? [key] : [])))
    },
  }
}
