import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'
import { SUPPLIER_RATINGS } from '@huoqiao/contract/purchases/suppliers.status'
import {
  PURCHASE_ORIGINS,
  PURCHASE_PAYMENTS,
  PURCHASE_RECONCILIATIONS,
  PURCHASE_STATES,
} from '@huoqiao/contract/purchases/purchases.status'
import type { Hue } from '@huoqiao/contract/states'
import { Drawer, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAddressField } from '../../../lib/address-field.ts'
import { useHasDraft } from '../../../lib/draft.ts'
import { formatCount, formatTime, yuan, yuanText } from '../../../lib/format.ts'
import { useAllowed, useMay } from '../../../lib/permission.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import { EditForm } from '../edit/edit-form.tsx'
import { draftKey } from '../edit/use-edit-purchase-order.ts'
import { History } from '../history/history.tsx'
import { PurchaseRowActions } from '../list/purchase-row.actions.tsx'
import { Minimum, Warnings } from '../minimum.tsx'
import type { RowActions } from '../purchase-steps.ts'
import { receiveAddress } from '../purchase.addresses.ts'
import { PAYMENT_HUES, RECONCILIATION_HUES, RATING_HUES } from '../purchase.words.ts'
import { Alarms } from './alarms.tsx'
import styles from './detail.module.css'
import { PurchaseLines } from './lines.tsx'
import { Members } from './members.tsx'

/** Goods may arrive in these states: from the payment on, even when the sellers have sent only a part. */
const RECEIVABLE: readonly PurchaseDetail['state'][] = ['to-pay', 'to-send', 'to-receive', 'part-received', 'done']

type PurchaseDrawerProps = { purchaseId: string; actions: RowActions; onClose: () => void }

const LIVE_MS = 1_500
/** States with a reason that somebody has to act on. */
const NEEDS_A_PERSON: Partial<Record<PurchaseState, Hue>> = {
  'price-check': 'attention',
  unknown: 'failed',
  'place-failed': 'failed',
}

/** One purchase order: what is bought for which orders, its state at 1688, and its history. */
export default function PurchaseDrawer({ purchaseId, actions, onClose }: PurchaseDrawerProps): ReactNode {
  const read = useRead('getPurchaseOrderSkuDetails', { purchaseId }, { keepPrevious: false })
  const { data, error } = read
  const isLive = data?.state === 'placing'
  const isGone = error?.explanation?.refusal === 'not-found'
  useRead('getPurchaseOrderSkuDetails', { purchaseId }, { enabled: isLive, refetchInterval: LIVE_MS })
  return (
    <Drawer
      open
      size="min(1120px, 94vw)"
      title={data ? <Title purchase={data} /> : '采购单'}
      onClose={onClose}
      extra={data ? <PurchaseRowActions row={data} actions={actions} /> : null}
    >
      {isGone ? (
        <>
          <p className={styles.reason} data-hue="waiting">
            这张采购单已被删除，下面是它的历史；最近一条里能看到它当时的样子。
          </p>
          <History purchaseId={purchaseId} />
        </>
      ) : error ? (
        <FailureNote failure={error} onRetry={() => void read.refetch()} />
      ) : null}
      {data ? <Detail purchase={data} actions={actions} /> : error ? null : <RowSkeletons count={8} />}
    </Drawer>
  )
}

function Title({ purchase }: { purchase: PurchaseDetail }): ReactNode {
  return (
    <span className={styles.title}>
      <span>{purchase.number}</span>
      <TableStateTag table={PURCHASE_STATES} code={purchase.state} />
      <StateTag bare hue={PAYMENT_HUES[purchase.payment]} label={PURCHASE_PAYMENTS[purchase.payment]} />
      <StateTag
        bare
        hue={RECONCILIATION_HUES[purchase.reconciliation]}
        label={PURCHASE_RECONCILIATIONS[purchase.reconciliation]}
      />
      {purchase.supplierRating === 'normal' ? null : (
        <StateTag
          bare
          hue={RATING_HUES[purchase.supplierRating]}
          label={`${SUPPLIER_RATINGS[purchase.supplierRating]}供应商`}
        />
      )}
    </span>
  )
}

function Detail({ purchase, actions }: { purchase: PurchaseDetail; actions: RowActions }): ReactNode {
  const allowed = useAllowed()
  // In the address, so that the form is open again after a reload.
  const [edited, edit] = useAddressField('editing')
  const mayEdit = allowed(purchase, 'editPurchaseOrder')
  const isEditing = edited === purchase.id
  const isKept = useHasDraft(draftKey(purchase.id))
  return (
    <div className={styles.detail}>
      {purchase.reason ? (
        <p className={styles.reason} data-hue={NEEDS_A_PERSON[purchase.state] ?? 'waiting'}>
          {purchase.reason}
        </p>
      ) : null}
      {purchase.state === 'placing' ? <p className={styles.live}>正在向1688下单，这里会自己更新。</p> : null}
      {purchase.alarmQuantity > 0 ? <Alarms purchase={purchase} /> : null}
      {isEditing ? (
        // The form keeps the version that it was opened with; a save of a stale version shows both.
        <EditForm opened={purchase} allowed={mayEdit} onClose={() => edit(undefined)} />
      ) : (
        <>
          <Facts purchase={purchase} />
          <section className={styles.section} aria-label="采购明细">
            <header>
              <h3>
                采购明细：{purchase.lineCount} 种 {formatCount(purchase.quantity)} 件
              </h3>
              <span className={styles.title}>
                <ReceiveLink purchase={purchase} />
                <CanButton allowed={mayEdit} onClick={() => edit(purchase.id)}>
                  {isKept ? '继续没保存的修改' : '修改'}
                </CanButton>
              </span>
            </header>
            <PurchaseLines purchase={purchase} />
          </section>
          {purchase.members.length > 0 || purchase.mergedInto ? (
            <Members purchase={purchase} onOpen={actions.open} />
          ) : null}
          <Tabs
            size="small"
            items={[
              {
                key: 'placement',
                label: '1688下单与付款',
                children: (
                  <Slot
                    name="purchase-placement"
                    purchase={purchase}
                    actions={actions}
                    fallback={<RowSkeletons count={3} />}
                  />
                ),
              },
              {
                key: 'history',
                label: '历史',
                children: <History purchaseId={purchase.id} version={purchase.version} />,
              },
            ]}
          />
        </>
      )}
    </div>
  )
}

function ReceiveLink({ purchase }: { purchase: PurchaseDetail }): ReactNode {
  const isAllowed = useMay('getReceiving')
  return isAllowed && RECEIVABLE.includes(purchase.state) ? (
    <Link to={receiveAddress(purchase.number)}>收货</Link>
  ) : null
}

/** Supplier, account, address and amounts: the expected ones beside those from 1688. */
function Facts({ purchase }: { purchase: PurchaseDetail }): ReactNode {
  const expected = purchase.goodsMinor + (purchase.freightMinor ?? 0)
  const facts: LabelledFact[] = [
    ['供应商', purchase.supplierName],
    ['1688账号', purchase.accountName || '未选'],
    ['收货地址', purchase.addressName || '未选'],
    ['来源', PURCHASE_ORIGINS[purchase.origin]],
    [
      '预计金额',
      <>
        <MoneyText strong amount={yuan(expected)} />
        {`（货款 ${yuanText(purchase.goodsMinor)}，运费 ${yuanText(purchase.freightMinor)}）`}
      </>,
    ],
    ['1688实际金额', <MoneyText key="actual" strong amount={yuan(purchase.actualMinor)} />],
    ['到货', `${formatCount(purchase.received)} / ${formatCount(purchase.quantity)} 件`],
    ['创建', `${formatTime(purchase.createdAt)} ${purchase.createdBy ?? ''}`],
    ['审核', purchase.reviewedAt ? `${formatTime(purchase.reviewedAt)} ${purchase.reviewedBy ?? ''}` : ''],
    ['给卖家的留言', purchase.message],
    ['内部备注', purchase.note],
    ['运费说明', purchase.freightNote],
  ]
  return (
    <>
      <FactList layout="tiles" facts={facts} />
      <Minimum minimum={purchase.minimum} quantity={purchase.quantity} goodsMinor={purchase.goodsMinor} />
      <Warnings warnings={purchase.warnings} minimum={purchase.minimum} />
    </>
  )
}
