import { ORDER_AMOUNT_FIELDS as AMOUNT, ORDER_FIELDS } from '@huoqiao/contract/orders/orders.fields'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { adviceWord, riskWord } from '@huoqiao/contract/orders/risk.words'
import { financialWord, fulfillmentWord, returnWord } from '@huoqiao/contract/orders/shop.words'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { useLayoutEffect, useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { toast } from '../../../lib/client.ts'
import { callRecord } from '../../../lib/contract.ts'
import { formatTime } from '../../../lib/format.ts'
import { useAllowed } from '../../../lib/permission.tsx'
import { invalidateLists } from '../../../lib/query-client.ts'
import { useTypedOver } from '../../../lib/typed-over.ts'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import styles from './order-detail.module.css'

/** The amounts in the shop's currency, and in the shopper's when it was another one. */
export function Amounts({ order }: { order: OrderDetail }): ReactNode {
  const { amounts, currency, presentment } = order
  const rows: [label: string, minor: number, isSum?: boolean][] = [
    [AMOUNT.goods.label, amounts.goods],
    [AMOUNT.shipping.label, amounts.shipping],
    [AMOUNT.discount.label, -amounts.discount],
    ['税（另计）', amounts.taxIncluded ? 0 : amounts.tax],
    [AMOUNT.tip.label, amounts.tip],
    [AMOUNT.duties.label, amounts.duties],
    ['其他（店铺计入总额）', amounts.other],
    [AMOUNT.total.label, amounts.total, true],
    [AMOUNT.refunded.label, -amounts.refunded],
    ['改单，及未减少订单的退款', amounts.adjusted],
    ['现值', amounts.current, true],
  ]
  return (
    <table className={styles.amounts}>
      <tbody>
        {rows
          .filter(([label, minor]) => minor !== 0 || label === AMOUNT.total.label)
          .map(([label, minor, isSum]) => (
            <tr key={label} data-sum={isSum === true}>
              <th scope="row">{label}</th>
              <td>
                <MoneyText strong={isSum === true} amount={{ minor, currency }} />
              </td>
            </tr>
          ))}
        {amounts.shippingDiscount === 0 ? null : (
          <tr>
            <th scope="row">优惠中运费的部分</th>
            <td>
              <MoneyText amount={{ minor: amounts.shippingDiscount, currency }} />
            </td>
          </tr>
        )}
        {amounts.editedAway ? (
          <tr>
            <th scope="row">改单减去的商品（商品行按下单时列出）</th>
            <td>
              <MoneyText amount={{ minor: amounts.editedAway, currency }} />
            </td>
          </tr>
        ) : null}
        {amounts.taxIncluded && amounts.tax !== 0 ? (
          <tr>
            <th scope="row">总额中已含税</th>
            <td>
              <MoneyText amount={{ minor: amounts.tax, currency }} />
            </td>
          </tr>
        ) : null}
      </tbody>
      {presentment.currency === currency ? null : (
        <caption>
          客户付的是 <MoneyText amount={presentment} />
        </caption>
      )}
    </table>
  )
}

type NoteFieldProps = { order: OrderDetail; onTyped: (isTyped: boolean) => void }

/** Our own note, saved with its version: what somebody else wrote in between is shown, not overwritten. */
export function NoteField({ order, onTyped }: NoteFieldProps): ReactNode {
  const allowed = useAllowed()
  const { note, isChanged, type, theirs, failure, isSaving, save, takeTheirs, overwrite } = useNote(order)
  // A layout effect, so that it runs before the next click.
  useLayoutEffect(() => onTyped(isChanged), [onTyped, isChanged])
  return (
    <div className={styles.note}>
      <Input.TextArea
        aria-label="订单备注"
        placeholder="只有我们看得到"
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={2000}
        value={note}
        onChange={(event) => type(event.target.value)}
      />
      {theirs ? (
        <div className={styles.theirs} role="alert">
          <p>这张订单刚被改过，现在的备注是：{theirs.note === '' ? '（空）' : theirs.note}</p>
          <Button onClick={takeTheirs}>采用它</Button> <Button onClick={() => void overwrite(theirs)}>仍用我的</Button>
        </div>
      ) : failure ? (
        <FailureNote failure={failure} />
      ) : null}
      {isChanged ? (
        <CanButton type="primary" loading={isSaving} allowed={allowed(order, 'noteOrder')} onClick={() => void save()}>
          保存备注
        </CanButton>
      ) : null}
    </div>
  )
}

function useNote(order: OrderDetail) {
  const typed = useTypedOver(order.note, order.version)
  const { value: note, over, forget } = typed
  const act = useAct('noteOrder')
  const [failure, setFailure] = useState<CallError>()
  const theirs = failure?.code === 409 ? (failure.explanation?.current as OrderDetail | undefined) : undefined

  async function send(version: number): Promise<void> {
    setFailure(undefined)
    const done = await act.run({ orderId: order.id, version, note })
    if (!done.ok) return setFailure(done.error)
    typed.saved(note, done.data.version)
    toast.success('备注已保存')
  }
  return {
    note,
    isChanged: typed.isTyped && note !== order.note,
    type: typed.type,
    theirs,
    failure,
    isSaving: act.isPending,
    // If the order changed but its note did not, saving overwrites nobody's text.
    save: () => send(order.note === over.value ? order.version : over.version),
    overwrite: ({ version }: OrderDetail) => send(version),
    takeTheirs: (): void => {
      forget()
      setFailure(undefined)
      void invalidateLists(callRecord('getOrder').lists)
    },
  }
}

/** What the shop reports about the order. */
export function ShopFacts({ order }: { order: OrderDetail }): ReactNode {
  const facts: readonly LabelledFact[] = [
    [ORDER_FIELDS.createdAt.label, formatTime(order.createdAt)],
    [ORDER_FIELDS.shopUpdatedAt.label, formatTime(order.shopUpdatedAt)],
    [ORDER_FIELDS.readAt.label, formatTime(order.readAt)],
    [ORDER_FIELDS.financialStatus.label, financialWord(order.financialStatus)],
    [ORDER_FIELDS.fulfillmentStatus.label, fulfillmentWord(order.fulfillmentStatus)],
    [ORDER_FIELDS.returnStatus.label, returnWord(order.returnStatus)],
    [ORDER_FIELDS.risk.label, `${riskWord(order.risk)}${adviceWord(order.riskAdvice)}`],
    [ORDER_FIELDS.tags.label, order.tags.join('、')],
    [ORDER_FIELDS.shopifyId.label, <CopyId key="id" value={order.shopifyId} chars={19} />],
  ]
  return (
    <>
      <FactList layout="rows" facts={facts} />
      <a href={order.adminUrl} target="_blank" rel="noreferrer">
        在店铺后台打开
      </a>
    </>
  )
}
