import { APPROVAL_FIELDS, APPROVAL_ITEM_FIELDS } from '@huoqiao/contract/approvals/approvals.fields'
import type { ApprovalDetail, ApprovalItem } from '@huoqiao/contract/approvals/approvals.schema'
import { APPROVAL_KINDS, APPROVAL_STATES } from '@huoqiao/contract/approvals/approvals.status'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { Alert, Button, Drawer, Table } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, toast } from '../../lib/client.ts'
import { formatTime } from '../../lib/format.ts'
import { NO_RIGHT, useMayCall } from '../../lib/permission.tsx'
import { Slot } from '../../lib/slots.tsx'
import { useAct, useRead } from '../../lib/use-call.ts'
import { ReportedOutcome, useBulkActs } from '../../ui/bulk-acts.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import { askText } from '../../ui/dialogs.store.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { TableStateTag } from '../../ui/state-tag.tsx'
import styles from './approvals.module.css'
import { purchaseAddress, yuan } from './approvals.words.ts'

const TOUCHED = ['approvals', 'purchases', 'payments', 'ledger'] as const
/** Polls while the approved purchases are being placed, because their states change automatically. */
const LIVE = { keepPrevious: false, refetchInterval: 3_000 }

type Acts = ReturnType<typeof useBulkActs>

type ApprovalDrawerProps = { id: string; onClose: () => void }

/** One request: its purchases with their amounts now and at the time of the request, and the decision. */
export default function ApprovalDrawer({ id, onClose }: ApprovalDrawerProps): ReactNode {
  const { data, error, refetch } = useRead('getApproval', { id }, LIVE)
  const acts = useBulkActs(TOUCHED)
  return (
    <Drawer
      open
      size="min(860px, 96vw)"
      title={data ? `${APPROVAL_KINDS[data.kind].label}申请 · ${data.by}` : '申请'}
      onClose={onClose}
      footer={data?.state === 'asked' ? <Decide detail={data} acts={acts} onStale={() => void refetch()} /> : null}
    >
      {error && !data ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data ? <Detail detail={data} acts={acts} /> : error ? null : <RowSkeletons count={5} />}
      <ReportedOutcome acts={acts} />
    </Drawer>
  )
}

function Detail({ detail, acts }: { detail: ApprovalDetail; acts: Acts }): ReactNode {
  const { items, askedMinor, nowMinor, state, note } = detail
  return (
    <div className={styles.detail}>
      <span>
        <TableStateTag table={APPROVAL_STATES} code={state} />
      </span>
      <FactList
        layout="tiles"
        facts={[
          [APPROVAL_FIELDS.by.label, `${detail.by} ${formatTime(detail.at)}`],
          [APPROVAL_FIELDS.reason.label, detail.reason],
          [APPROVAL_FIELDS.askedMinor.label, <MoneyText key="asked" amount={yuan(askedMinor)} />],
          [
            APPROVAL_ITEM_FIELDS.nowMinor.label,
            state === 'asked' ? <MoneyText key="now" strong amount={yuan(nowMinor)} /> : null,
          ],
          [
            APPROVAL_FIELDS.decidedBy.label,
            detail.decidedAt === null ? null : `${detail.decidedBy ?? '系统'} ${formatTime(detail.decidedAt)}`,
          ],
          [APPROVAL_FIELDS.note.label, note],
        ]}
      />
      {state === 'asked' && nowMinor !== askedMinor ? (
        <Alert type="warning" showIcon message="金额或可办的采购单与申请时不同，请按现在的核对" />
      ) : null}
      <Table<ApprovalItem>
        rowKey="purchaseId"
        size="small"
        columns={COLUMNS}
        dataSource={items}
        pagination={false}
        scroll={{ x: 700 }}
      />
      <NextStep detail={detail} acts={acts} />
    </div>
  )
}

/** The next step after approving, which depends on the outcome. */
function NextStep({ detail: { kind, state, items }, acts }: { detail: ApprovalDetail; acts: Acts }): ReactNode {
  const navigate = useNavigate()
  const may = useMayCall()
  const mayPay = may('requestPayLink') || may('payByProtocol')
  const [isPaying, pay] = useState(false)
  const isOpen = state === 'approved' && kind === 'place'
  const toPay = items.filter((item) => item.state === 'to-pay')
  const placing = items.filter((item) => item.state === 'placing').length
  const unsure = items.filter((item) => item.state === 'price-check')
  const sum = toPay.reduce((total, item) => total + item.nowMinor, 0)
  const ids = toPay.map(({ purchaseId }) => purchaseId)
  const cards = useRead(
    'getPurchaseOrdersByCondition',
    { ids, pageSize: 200 },
    { enabled: isPaying && ids.length > 0, keepPrevious: false },
  )
  if (!isOpen) return null
  return (
    <>
      {unsure.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          message={`${unsure.length} 张的1688现价超过允许，停下来等确认`}
          action={<Button onClick={() => void navigate('/purchase/list?state=price-check')}>去确认价格</Button>}
        />
      ) : null}
      {toPay.length > 0 ? (
        <Alert
          type="info"
          showIcon
          message={
            <>
              {placing > 0 ? `还有 ${placing} 张正在下单；` : ''}
              {toPay.length} 张已下单，等待付款，共 <MoneyText strong amount={yuan(sum)} />
            </>
          }
          action={
            <CanButton
              type="primary"
              // Purchases that are still being placed would be left out, and would need another payment.
              allowed={!mayPay ? NO_RIGHT : placing > 0 ? `还有 ${placing} 张正在下单` : true}
              loading={cards.isFetching && isPaying}
              onClick={() => pay(true)}
            >
              付款
            </CanButton>
          }
        />
      ) : null}
      {isPaying && cards.data ? (
        <Slot
          name="pay-purchases"
          rows={cards.data.list}
          perform={(title, rows, act) =>
            acts.perform(
              title,
              rows.map((row) => ({ id: row.id, name: row.number })),
              act,
            )
          }
          isBusy={acts.isBusy}
          onClose={() => pay(false)}
        />
      ) : null}
    </>
  )
}

type DecideProps = { detail: ApprovalDetail; acts: Acts; onStale: () => void }

function Decide({ detail, acts, onStale }: DecideProps): ReactNode {
  const { id, version, kind, can, items, nowMinor, spending } = detail
  const word = APPROVAL_KINDS[kind].label
  const decline = useAct('declineApproval')
  const withdraw = useAct('withdrawApproval')
  const open = items.filter((item) => item.isOpen)
  const rows = open.map(({ purchaseId, number }) => ({ id: purchaseId, name: number }))
  const left = spending.limitMinor === null ? null : spending.limitMinor - spending.usedMinor
  const allowed =
    can['approveApproval'] !== true
      ? can['approveApproval']
      : open.length === 0
        ? `这些采购单现在都不用${word}了`
        : left !== null && nowMinor > left
          ? '超过你今天的限额，请额度更高的人批准'
          : true
  async function approve(): Promise<void> {
    const outcome = await acts.perform(`批准${word}`, rows, () => call('approveApproval', { id, version, nowMinor }))
    if (outcome === undefined) onStale()
  }
  async function refuse(): Promise<void> {
    await askText({
      title: `退回${word}申请`,
      label: '原因',
      placeholder: '告诉申请人为什么，怎么改',
      maxLength: 200,
      okText: '退回',
      async submit(note, close) {
        if (!(await decline.run({ id, version, note })).ok) return
        close()
        toast.success('已退回申请')
      },
    })
  }
  async function takeBack(): Promise<void> {
    if ((await withdraw.run({ id, version })).ok) toast.success('已撤回申请')
  }
  return (
    <div className={styles.foot}>
      {left === null ? null : (
        <span className={styles.left}>
          今天还可{word} <MoneyText amount={yuan(Math.max(left, 0))} />
        </span>
      )}
      {can['withdrawApproval'] === true ? (
        <Button loading={withdraw.isPending} onClick={() => void takeBack()}>
          撤回申请
        </Button>
      ) : null}
      <CanButton allowed={can['declineApproval']} loading={decline.isPending} onClick={() => void refuse()}>
        退回
      </CanButton>
      <CanButton type="primary" allowed={allowed} loading={acts.isBusy} onClick={() => void approve()}>
        批准并{kind === 'pay' ? '免密付款' : '下单'} {open.length} 张 <MoneyText amount={yuan(nowMinor)} />
      </CanButton>
    </div>
  )
}

const COLUMNS = fieldColumns<ApprovalItem, typeof APPROVAL_ITEM_FIELDS>(APPROVAL_ITEM_FIELDS, {
  purchaseId: null,
  number: {
    width: 170,
    render: (_, { purchaseId, number }) => <Link to={purchaseAddress(purchaseId)}>{number}</Link>,
  },
  supplierName: { ellipsis: true },
  lineCount: {
    title: `${APPROVAL_ITEM_FIELDS.lineCount.label} / ${APPROVAL_ITEM_FIELDS.quantity.label}`,
    width: 110,
    render: (_, { lineCount, quantity }) => `${lineCount} / ${quantity}`,
  },
  quantity: null,
  askedMinor: { width: 110 },
  nowMinor: {
    width: 110,
    render: (_, { askedMinor, nowMinor }) => <MoneyText strong={askedMinor !== nowMinor} amount={yuan(nowMinor)} />,
  },
  state: {
    width: 180,
    render: (_, { state, outcome }) => (
      <>
        <TableStateTag table={PURCHASE_STATES} code={state} />
        {outcome !== null && !outcome.ok ? <small className={styles.sub}>{outcome.message}</small> : null}
      </>
    ),
  },
  isOpen: null,
  outcome: null,
})
