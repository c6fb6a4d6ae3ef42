import { COLLECT_ITEM_FIELDS } from '@huoqiao/contract/collection/collection.fields'
import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import { OFFER_CARD_FIELDS } from '@huoqiao/contract/collection/offer.fields'
import { Table } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SELECT_PAGE } from '../../../ui/select-page.ts'
import { BLANK } from '../../../lib/format.ts'
import { Slot } from '../../../lib/slots.tsx'
import { CanButton, CopyId, Picture, RelativeTime, RowSkeletons } from '../../../ui/index.ts'
import { fieldColumns, someFieldColumns } from '../../../ui/field-columns.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import { InViewSlot } from '../../../ui/view-slot.tsx'
import type { ViewSlot } from '../../../ui/view-slot.tsx'
import type { useSelection } from '../../../ui/index.ts'
import styles from './box.module.css'
import type { CollectItem } from './collect-item.ts'
import { remedyOf } from './collect-failure.rules.ts'
import { OfferState } from '../offer/offer-card.tsx'
import { minimumWord, OfferPrice } from '../offer/offer-facts.tsx'
import type { BoxActs } from './use-box-acts.ts'

/** Failures are sentences and claims are store names; other states are one word. */
const STATE_WIDTH: Partial<Record<CollectState, number>> = { 'collect-failed': 400, claimed: 250 }

const stateWidth = (state: CollectState): number => STATE_WIDTH[state] ?? 150
/** Total width of the columns besides the state, with an offer's picture and number uncut. */
const OTHERS_WIDTH = 790

type BoxTableProps = {
  rows: readonly CollectItem[] | undefined
  state: CollectState
  selection: ReturnType<typeof useSelection<CollectItem>>
  acts: BoxActs
  onOpen: (offerId: string) => void
  onClaim: (item: CollectItem) => void
  /** the place of 列设置 */
  slot: ViewSlot
}

/** The collection box as rows: each offer, its state in words, and its actions. */
export function BoxTable({ rows, state, selection, acts, onOpen, onClaim, slot }: BoxTableProps): ReactNode {
  const among = (rows ?? []).map(({ offerId }) => offerId)
  const columns: TableColumnsType<CollectItem> = [
    ...fieldColumns<CollectItem, typeof COLLECT_ITEM_FIELDS>(COLLECT_ITEM_FIELDS, {
      card: someFieldColumns<CollectItem, typeof OFFER_CARD_FIELDS>(OFFER_CARD_FIELDS, {
        title: {
          title: COLLECT_ITEM_FIELDS.card.label,
          render: (_, item) => <Offer item={item} among={among} onOpen={() => onOpen(item.offerId)} />,
        },
        priceMinor: {
          align: 'left',
          width: 120,
          render: (_, { card }) =>
            card ? (
              <>
                <OfferPrice card={card} />
                <div className={styles.minor}>{minimumWord(card.minOrderQuantity)}</div>
              </>
            ) : null,
        },
      }),
      offerId: null,
      link: null,
      skuCount: { width: 64 },
      state: { width: stateWidth(state), render: (_, item) => <State item={item} /> },
      error: null,
      collectedBy: {
        width: 150,
        render: (_, item) => (
          <>
            {item.collectedBy ?? BLANK}
            <div className={styles.minor}>
              <RelativeTime at={item.createdAt} />
            </div>
          </>
        ),
      },
      createdAt: null,
      fetchedAt: null,
    }),
    {
      title: '操作',
      key: 'actions',
      width: 148,
      render: (_, item) => <RowActions item={item} state={state} acts={acts} onClaim={() => onClaim(item)} />,
    },
  ]
  const view = useTableView('collect-box', columns, OTHERS_WIDTH + stateWidth(state))
  if (!rows) return <RowSkeletons count={8} />
  return (
    <>
      <InViewSlot slot={slot}>{view.control}</InViewSlot>
      <Table<CollectItem>
        rowKey="id"
        {...view.table}
        dataSource={rows}
        pagination={false}
        rowSelection={{
          ...SELECT_PAGE,
          selectedRowKeys: [...selection.keys],
          onSelect: (item) => selection.toggle(item.id),
          // With the shift key the table reports all changed rows at once.
          onSelectMultiple: (_isSelected, _all, changed) => {
            for (const item of changed) selection.toggle(item.id)
          },
          onSelectAll: selection.toggleAll,
        }}
      />
    </>
  )
}

type OfferProps = { item: CollectItem; among: readonly string[]; onOpen: () => void }

function Offer({ item, among, onOpen }: OfferProps): ReactNode {
  const { card } = item
  return (
    <div className={styles.offer}>
      <button type="button" className={styles.picture} onClick={onOpen} aria-label="打开货源详情">
        <Picture src={card?.image} alt="" size={48} />
      </button>
      <div className={styles.words}>
        <button type="button" className={styles.title} onClick={onOpen} title={card?.title}>
          {card?.title ?? '还没有取回货源信息'}
        </button>
        <div className={styles.minor}>
          <span className={styles.english} lang="en">
            {card?.titleTrans}
          </span>
        </div>
        <div className={styles.minor}>
          <CopyId value={item.offerId} chars={15} />
          {card?.supplierName ? <span className={styles.supplier}>{card.supplierName}</span> : null}
          <Slot name="supplier-badge" offerId={item.offerId} among={{ offers: among }} />
        </div>
      </div>
    </div>
  )
}

/** The state of a row; for a failure, the sentence and what to do about it. */
function State({ item }: { item: CollectItem }): ReactNode {
  return (
    <div className={styles.state}>
      <OfferState card={item.card ?? { claims: [], collectState: item.state }} />
      {item.state === 'collect-failed' ? (
        <>
          <p className={styles.error}>{item.error ?? '没有取回货源'}</p>
          <NextStep error={item.error ?? ''} />
        </>
      ) : item.error ? (
        <p className={styles.minor}>{item.error}</p>
      ) : null}
    </div>
  )
}

/** The next step after a failure, beside the buttons of the row. */
function NextStep({ error }: { error: string }): ReactNode {
  const { advice, to, label } = remedyOf(error)
  return (
    <p className={styles.minor}>
      下一步：{advice}
      {to ? <Link to={to}>{label}</Link> : null}
    </p>
  )
}

type RowActionsProps = { item: CollectItem; state: CollectState; acts: BoxActs; onClaim: () => void }

function RowActions({ item, state, acts, onClaim }: RowActionsProps): ReactNode {
  const { can } = item
  return (
    <span className={styles.actions}>
      {state === 'collect-failed' ? (
        <CanButton type="link" allowed={can.retryCollectProducts} onClick={() => acts.retry([item])}>
          重试
        </CanButton>
      ) : (
        <CanButton type="link" allowed={can.claimProducts} onClick={onClaim}>
          {state === 'claimed' ? '认领到更多店铺' : '认领'}
        </CanButton>
      )}
      {state === 'ignored' ? (
        <CanButton type="link" allowed={can.ignoreCollectProducts} onClick={() => acts.restore([item])}>
          恢复
        </CanButton>
      ) : state === 'claimed' ? null : (
        <CanButton type="link" allowed={can.ignoreCollectProducts} onClick={() => acts.ignore([item])}>
          忽略
        </CanButton>
      )}
    </span>
  )
}
