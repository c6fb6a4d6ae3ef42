import { SHIPMENT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import type { ParsedShipment, ShipRequest } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Button, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { firstFocus } from '../../../ui/first-focus.ts'
import { useAct } from '../../../lib/use-call.ts'
import { StorePicker } from '../../../pickers/store-picker.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import { CarrierField } from './carrier-field.tsx'
import styles from './ship.module.css'

const EXAMPLE = '1001\t云途\tYT2412345678901234\n1002 燕文 UJ123456789CN'

type Sendable = ParsedShipment & { orderId: string }
const isSendable = (row: ParsedShipment): row is Sendable => row.refusal === null && row.orderId !== null

/** Rows with two columns have no courier: they use the one chosen for all. */
const requestOf = (row: Sendable, carrier: string): ShipRequest => ({
  orderId: row.orderId,
  carrier: row.carrier || carrier.trim(),
  numbers: [row.number],
  ...(row.lines.length > 0 ? { lines: row.lines.map(({ orderLineId, quantity }) => ({ orderLineId, quantity })) } : {}),
})

/** 粘贴发货单: rows as the forwarder sends them; first what each would do, then the possible ones are sent. */
export default function PasteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [text, setText] = useState('')
  const [storeId, setStore] = useState<string>()
  const [carrier, setCarrier] = useState('')
  const parse = useAct('parseShipments')
  const ship = useAct('shipOrders')
  const [sent, setSent] = useState<{ outcome: BulkOutcome; names: ReadonlyMap<string, string> }>()
  const rows = parse.data
  const good = (rows ?? []).filter(isSendable)
  async function send(): Promise<void> {
    const done = await ship.run({ items: good.map((row) => requestOf(row, carrier)) })
    if (done.ok) setSent({ outcome: done.data, names: new Map(good.map((row) => [row.orderId, row.orderName ?? ''])) })
  }
  const preview = useSubmission(text.trim() === '' ? '请粘贴发货单' : undefined, () => parse.run({ text, storeId }))
  const sending = useSubmission(good.length === 0 ? '没有可以发货的行，请返回修改' : undefined, send)
  const buttons = sent ? (
    <Button type="primary" onClick={onClose}>
      知道了
    </Button>
  ) : rows ? (
    <>
      {sending.line} <Button onClick={() => parse.reset()}>返回修改</Button>
      <Button type="primary" loading={ship.isPending} onClick={sending.submit}>
        发货 {good.length} 行
      </Button>
    </>
  ) : (
    <>
      {preview.line} <Button onClick={onClose}>取消</Button>
      <Button type="primary" loading={parse.isPending} onClick={preview.submit}>
        预览
      </Button>
    </>
  )
  return (
    <Modal
      open
      centered
      width={900}
      title={sent ? '发货结果' : '粘贴发货单'}
      {...guardTyped(sent === undefined && text !== '')}
      onCancel={onClose}
      footer={buttons}
    >
      <div className={styles.body}>
        {parse.error ? <FailureNote failure={parse.error} /> : null}
        {ship.error ? <FailureNote failure={ship.error} /> : null}
        {sent ? (
          <OutcomeList outcome={sent.outcome} labelOf={(key) => sent.names.get(key) || key} />
        ) : rows ? (
          <Preview rows={rows} good={good} carrier={carrier.trim()} />
        ) : (
          <>
            <p className={styles.says}>
              每行一单：订单号、承运商、运单号，用空格、逗号或从表格直接粘贴。一次最多500行。
            </p>
            <Input.TextArea
              ref={firstFocus}
              aria-label="发货单"
              rows={10}
              maxLength={100_000}
              placeholder={EXAMPLE}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <div className={styles.shared}>
              <StorePicker
                value={storeId}
                allowClear
                placeholder="店铺（几家店有同号订单时选）"
                width={260}
                onChange={setStore}
              />
              <span className={styles.says}>没写承运商的行用</span>
              <CarrierField isShort label="没写承运商的行用" value={carrier} onChange={setCarrier} />
            </div>
          </>
        )}
      </div>
    </Modal>
  )
}

/** The shop's name of the carrier, when it differs from the typed one. */
function carrierNote({ carrier, knownCarrier, url }: ParsedShipment): string {
  if (knownCarrier === null) return url === null ? '' : '店铺不认识，附查询网址'
  return knownCarrier === carrier ? '' : `店铺里显示 ${knownCarrier}`
}

type PreviewProps = { rows: readonly ParsedShipment[]; good: readonly Sendable[]; carrier: string }

function Preview({ rows, good, carrier }: PreviewProps): ReactNode {
  const parts = good.filter(({ remaining }) => remaining > 0).length
  return (
    <>
      <p>
        共 {rows.length} 行，可以发货 <b>{good.length}</b> 行{parts > 0 ? `（${parts} 行只发一部分）` : ''}
        {good.length < rows.length ? `，${rows.length - good.length} 行不会发` : ''}。
      </p>
      <div className={styles.orders}>
        <table className={styles.parsed}>
          <thead>
            <tr>
              <th>行</th>
              <th>{`${SHIPMENT_FIELDS.orderName.label} / ${SHIPMENT_FIELDS.storeName.label}`}</th>
              <th>{SHIPMENT_FIELDS.carrier.label}</th>
              <th>{SHIPMENT_FIELDS.numbers.label}</th>
              <th>会发什么</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <td>{row.row}</td>
                <td>
                  {row.orderName ?? row.orderNumber}
                  {row.storeName === null ? null : <div className={styles.says}>{row.storeName}</div>}
                </td>
                <td>
                  {row.carrier || carrier || '未填'}
                  <div className={styles.says}>{carrierNote(row)}</div>
                </td>
                <td className="hq-mono">{row.number}</td>
                <td>
                  {row.refusal === null ? (
                    <>
                      {row.lines.map((line) => (
                        <div key={line.orderLineId}>
                          {line.title} ×{line.quantity}
                        </div>
                      ))}
                      {row.remaining > 0 ? (
                        <StateTag bare hue="attention" label={`只发一部分，还有 ${row.remaining} 件没到`} />
                      ) : null}
                    </>
                  ) : (
                    <StateTag bare hue="failed" label={row.refusal} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
