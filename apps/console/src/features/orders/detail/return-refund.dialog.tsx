import type { OrderReturn, ReturnRefundPreview } from '@huoqiao/contract/orders/order-returns.schema'
import { Checkbox, Input, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatMoney } from '../../../lib/format.ts'
import { newRequestKey } from '../../../lib/request-key.ts'
import { invalidateLists } from '../../../lib/query-client.ts'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CountField } from '../../../ui/count-field.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { PriceField } from '../../../ui/price-field.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from './order-returns.module.css'

type RefundDialogProps = { one: OrderReturn; onClose: () => void }
type PreviewLine = ReturnRefundPreview['lines'][number]
/** What the person typed for one line; absent: as the shop has it. */
type Typed = { quantity?: number | null; restock?: boolean }

/** Refunds pieces of a return: the shop's proposal, the person's changes, and a preview of what will be written. */
export default function ReturnRefundDialog({ one, onClose }: RefundDialogProps): ReactNode {
  const [requestKey] = useState(newRequestKey)
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const [shipping, setShipping] = useState(false)
  const [amount, setAmount] = useState<number | null>()
  const [place, setPlace] = useState<string>()
  const [note, setNote] = useState('')
  const [notifyCustomer, setNotify] = useState(true)
  const isTyped =
    Object.keys(typed).length > 0 || shipping || amount !== undefined || place !== undefined || note !== ''
  const refund = useAct('refundReturn')
  const first = useRead('previewReturnRefund', { returnId: one.id }, { staleTime: 0 })
  const known = first.data?.lines ?? []
  const chosen = known
    .map((line) => chosenOf(line, typed[line.id]))
    .filter(({ quantity }) => quantity === null || quantity > 0)
  const asked = chosen.flatMap(({ id, quantity }) => (quantity === null ? [] : { id, quantity }))
  const isChanged = shipping || known.some(({ id, open }) => (typed[id]?.quantity ?? open) !== open)
  const isWrong =
    chosen.length === 0 || chosen.some(({ quantity, open }) => quantity === null || quantity < 0 || quantity > open)
  const again = useRead(
    'previewReturnRefund',
    { returnId: one.id, lines: asked, shipping },
    { enabled: isChanged && !isWrong, staleTime: 0 },
  )
  const { data, error, isFetching, refetch } = isChanged && !isWrong ? again : first
  const locationId = place ?? (data?.locations.length === 1 ? data.locations[0]!.id : undefined)
  const minor = amount === undefined ? (data?.suggested?.presentment.minor ?? null) : amount
  const isRestocking = chosen.some(({ restock }) => restock)
  const wrong =
    data === undefined || isFetching
      ? '正在向店铺查询可退金额'
      : chosen.length === 0
        ? '请填写要退的件数'
        : (chosen.map(lineProblem).find((problem) => problem !== undefined) ??
          (isRestocking && locationId === undefined
            ? '请选择退回哪个仓库'
            : minor === null || minor < 1
              ? '请填写退款金额'
              : minor > data.maximum.presentment.minor
                ? `最多退 ${formatMoney(data.maximum.presentment)}`
                : undefined))
  async function send(): Promise<void> {
    if (!data || minor === null) return
    const done = await refund.run({
      returnId: one.id,
      requestKey,
      lines: chosen.flatMap(({ id, quantity, open, restock }) =>
        quantity === null ? [] : { id, quantity, open, restock },
      ),
      ...(isRestocking && locationId !== undefined ? { locationId } : {}),
      amountMinor: minor,
      currency: data.maximum.presentment.currency,
      shipping,
      notifyCustomer,
      note: note.trim(),
    })
    if (!done.ok) return
    toast.success(`退货 ${one.name} 已退款`)
    onClose()
  }
  const { submit, line } = useSubmission(wrong, send)
  const change = (id: string, more: Typed): void => {
    setTyped({ ...typed, [id]: { ...typed[id], ...more } })
    if ('quantity' in more) setAmount(undefined)
  }
  return (
    <Modal
      open
      centered
      width={600}
      title={`退款 · 退货 ${one.name}`}
      okText="退款"
      cancelText="取消"
      confirmLoading={refund.isPending}
      onOk={submit}
      {...guardTyped(isTyped)}
      onCancel={() => {
        // The server has read the shop again, or will soon: the shown row is older than the failure.
        if (refund.error) void invalidateLists(['orders'])
        onClose()
      }}
    >
      <div className={styles.fields}>
        {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
        {refund.error ? <FailureNote failure={refund.error} /> : null}
        {data ? (
          <>
            {known.map((of) => (
              <RefundLine key={of.id} line={of} typed={typed[of.id]} onChange={(more) => change(of.id, more)} />
            ))}
            {isRestocking && data.locations.length > 1 ? (
              <label>
                退回的仓库
                <Select
                  aria-label="退回的仓库"
                  placeholder="选择仓库"
                  value={locationId}
                  options={data.locations.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={setPlace}
                />
              </label>
            ) : null}
            {data.shipping.presentment.minor > 0 ? (
              <div>
                <Checkbox
                  checked={shipping}
                  onChange={(event) => {
                    setShipping(event.target.checked)
                    setAmount(undefined)
                  }}
                >
                  也退运费（{formatMoney(data.shipping.presentment)}）
                </Checkbox>
              </div>
            ) : null}
            <label>
              退款金额（店铺建议 {data.suggested ? formatMoney(data.suggested.presentment) : '不退'}，最多{' '}
              {formatMoney(data.maximum.presentment)}）
              <PriceField
                aria-label="退款金额"
                currency={data.maximum.presentment.currency}
                value={minor}
                onChange={setAmount}
              />
            </label>
            <label>
              备注（写在店铺的退款里，可不填）
              <Input aria-label="备注" maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
            </label>
            <div>
              <Checkbox checked={notifyCustomer} onChange={(event) => setNotify(event.target.checked)}>
                由店铺发消息通知买家
              </Checkbox>
            </div>
            <ul className={styles.written} aria-label="会写入店铺的内容">
              <li>处理 {asked.reduce((sum, { quantity }) => sum + quantity, 0)} 件退货</li>
              <li>
                {isRestocking
                  ? `${chosen.reduce((sum, { quantity, restock }) => sum + (restock ? (quantity ?? 0) : 0), 0)} 件退回库存（${
                      data.locations.find(({ id }) => id === locationId)?.name ?? '还没有选仓库'
                    }）`
                  : '不退回库存'}
              </li>
              <li>
                退 {minor === null ? '' : formatMoney({ minor, currency: data.maximum.presentment.currency })}{' '}
                到原付款方式
                {data.gateways.length > 0 ? `（${data.gateways.join('、')}）` : ''}
                {foreignText(data, minor)}
              </li>
              <li>{notifyCustomer ? '店铺发消息通知买家' : '不通知买家'}</li>
              <li>退款不能撤销</li>
            </ul>
          </>
        ) : error ? null : (
          <RowSkeletons count={4} />
        )}
        {line}
      </div>
    </Modal>
  )
}

type Chosen = { id: string; quantity: number | null; open: number; restock: boolean; restockable: number }
const chosenOf = ({ id, open, restockable }: PreviewLine, typed: Typed = {}): Chosen => ({
  id,
  open,
  restockable,
  quantity: typed.quantity === undefined ? open : typed.quantity,
  restock: typed.restock ?? restockable > 0,
})

function lineProblem({ quantity, open, restock, restockable }: Chosen): string | undefined {
  if (quantity === null) return '请填写要退的件数'
  if (quantity < 0) return '件数不能少于 0'
  if (quantity > open) return `最多 ${open} 件`
  return restock && quantity > restockable ? `只有 ${restockable} 件还能退回库存` : undefined
}

/** The shop's own currency beside the shopper's, if the amount is the proposed one. */
function foreignText({ suggested }: ReturnRefundPreview, minor: number | null): string {
  if (!suggested || suggested.shop.currency === suggested.presentment.currency) return ''
  return minor === suggested.presentment.minor ? `，合 ${formatMoney(suggested.shop)}` : ''
}

type RefundLineProps = { line: PreviewLine; typed: Typed | undefined; onChange: (more: Typed) => void }

function RefundLine({ line, typed, onChange }: RefundLineProps): ReactNode {
  const { quantity, restock } = chosenOf(line, typed)
  const name = line.title || '不在这张订单里的商品'
  return (
    <div className={styles.piece}>
      <span>{name}</span>
      {line.sku === '' ? null : <span className="hq-mono">{line.sku}</span>}
      <CountField
        label={`退的件数 ${name}`}
        least={0}
        most={line.open}
        value={quantity}
        onChange={(value) => onChange({ quantity: value })}
      />
      <span className={styles.faint}>共 {line.open} 件没处理</span>
      <Checkbox
        disabled={line.restockable === 0}
        checked={restock}
        onChange={(event) => onChange({ restock: event.target.checked })}
      >
        退回库存
      </Checkbox>
    </div>
  )
}
