import { SHIPMENT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import type { Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import { Checkbox, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { firstFocus } from '../../../ui/first-focus.ts'
import { toast } from '../../../lib/client.ts'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import { numbersOf, wrongNumbers } from '../deliveries.words.ts'
import { CarrierField } from './carrier-field.tsx'
import styles from './ship.module.css'
import { templateOf, typedOf, urlsOf, wrongUrls } from './tracking-url.ts'
import { UrlField } from './url-field.tsx'

/** 修改运单号: also in the shop, when the shop already has it. */
export default function TrackingDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }): ReactNode {
  const [carrier, setCarrier] = useState(shipment.carrier)
  const [numbers, setNumbers] = useState(shipment.numbers.join(' '))
  const [notifyCustomer, setNotify] = useState(false)
  const act = useAct('changeTracking')
  const [url, setUrl] = useState(() => typedOf(shipment.urls, shipment.numbers))
  const isTyped =
    carrier !== shipment.carrier ||
    numbers !== shipment.numbers.join(' ') ||
    url !== typedOf(shipment.urls, shipment.numbers)
  const { data: carriers } = useRead('getShipCarriers', {}, { staleTime: 60_000 })
  const list = numbersOf(numbers)
  const asksUrl = carriers !== undefined && templateOf(carriers, carrier) !== null
  const wrong =
    wrongNumbers(list) ?? (carrier.trim() === '' ? '请选择承运商' : asksUrl ? wrongUrls(url, carrier, list) : undefined)
  async function save(): Promise<void> {
    const urls = asksUrl ? urlsOf(url, carrier.trim(), list) : []
    const done = await act.run({
      shipmentId: shipment.id,
      carrier: carrier.trim(),
      numbers: list,
      // Only for a number that the shop already has. For an earlier correction the choice that was made for the shipment applies.
      ...(shipment.state === 'sent' ? { notifyCustomer } : {}),
      ...(urls.length > 0 ? { urls } : {}),
    })
    if (!done.ok) return
    toast.success(shipment.state === 'sent' ? '已修改，正在同步到店铺' : '已修改')
    onClose()
  }
  const { submit, line } = useSubmission(wrong, save)
  return (
    <Modal
      open
      centered
      width={460}
      title={`修改运单号：${shipment.orderName}`}
      okText="保存"
      cancelText="取消"
      confirmLoading={act.isPending}
      onOk={submit}
      {...guardTyped(isTyped)}
      onCancel={onClose}
    >
      <div className={styles.form}>
        {act.error ? <FailureNote failure={act.error} /> : null}
        <label>
          承运商
          <CarrierField label={SHIPMENT_FIELDS.carrier.label} value={carrier} onChange={setCarrier} />
        </label>
        <label>
          运单号（多个用空格分开）
          <Input
            ref={firstFocus}
            aria-label={SHIPMENT_FIELDS.numbers.label}
            value={numbers}
            onChange={(event) => setNumbers(event.target.value)}
            onPressEnter={() => {
              if (!act.isPending) submit()
            }}
          />
        </label>
        <UrlField label={SHIPMENT_FIELDS.urls.label} carrier={carrier} numbers={list} value={url} onChange={setUrl} />
        {shipment.state === 'sent' ? (
          <Checkbox checked={notifyCustomer} onChange={(event) => setNotify(event.target.checked)}>
            让店铺通知客户单号改了
          </Checkbox>
        ) : null}
        {line}
      </div>
    </Modal>
  )
}
