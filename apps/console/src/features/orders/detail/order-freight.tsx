import { ORDER_PROFIT_FIELDS } from '@huoqiao/contract/orders/orders.fields'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { Button, Space } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { PriceField } from '../../../ui/price-field.tsx'
import { useSubmission } from '../../../ui/submission.tsx'

/** The real cost of sending this order abroad; when it is removed, the price rule's estimate counts again. */
export function OrderFreight({ order }: { order: OrderDetail }): ReactNode {
  const may = useMay('setInternationalFreights')
  const write = useAct('setInternationalFreights')
  const { profit } = order
  const isEntered = profit?.abroadBasis === 'entered'
  const [isTyping, type] = useState(false)
  const [minor, setMinor] = useState<number | null>(null)
  async function keep(freightMinor: number | null): Promise<void> {
    const done = await write.run(
      freightMinor === null ? { backToEstimate: [order.id] } : { items: [{ orderId: order.id, freightMinor }] },
    )
    if (!done.ok) return
    toast.success(done.data.rows[0]?.message ?? '已录入国际运费')
    type(false)
  }
  function begin(): void {
    setMinor(isEntered ? profit.abroadMinor : null)
    type(true)
  }
  const submission = useSubmission(minor === null ? '请填写运费' : undefined, () => keep(minor))
  if (!profit) return null
  if (!isTyping)
    return (
      <Space>
        <CanButton size="small" allowed={may ? true : NO_RIGHT} onClick={begin}>
          {isEntered ? '修改国际运费' : '录入国际运费'}
        </CanButton>
        {isEntered ? (
          <CanButton
            size="small"
            loading={write.isPending}
            allowed={may ? true : NO_RIGHT}
            onClick={() => void keep(null)}
          >
            改回预估
          </CanButton>
        ) : null}
      </Space>
    )
  return (
    <>
      <Space>
        <PriceField
          aria-label={ORDER_PROFIT_FIELDS.abroadMinor.label}
          placeholder="实际付的运费"
          currency="CNY"
          value={minor}
          onChange={setMinor}
        />
        <Button type="primary" loading={write.isPending} onClick={submission.submit}>
          保存
        </Button>
        <Button onClick={() => type(false)}>取消</Button>
      </Space>
      {submission.line}
      {write.error ? <FailureNote failure={write.error} /> : null}
    </>
  )
}
