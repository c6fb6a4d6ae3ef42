import { FREIGHT_FIELDS } from '@huoqiao/contract/orders/orders.fields'
import type { ParsedFreight } from '@huoqiao/contract/orders/orders.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Button, Input, Space, Table } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { StorePicker } from '../../../pickers/store-picker.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from '../tasks/order-task.module.css'

const EXAMPLE = '1001\t38.50\n1002\t41.20'

type Writable = ParsedFreight & { orderId: string; freightMinor: number }
const isWritable = (row: ParsedFreight): row is Writable =>
  row.refusal === null && row.orderId !== null && row.freightMinor !== null

const COLUMNS = fieldColumns<ParsedFreight, typeof FREIGHT_FIELDS>(FREIGHT_FIELDS, {
  row: { align: 'left', width: 56 },
  text: null,
  orderNumber: null,
  orderId: null,
  orderName: { width: 150, render: (_, { orderName, orderNumber }) => orderName ?? orderNumber },
  storeName: { width: 150 },
  beforeMinor: { width: 110 },
  freightMinor: { width: 110 },
  refusal: {
    render: (_, { refusal }) =>
      refusal === null ? null : (
        <span className={styles.message} data-ill="true">
          {refusal}
        </span>
      ),
  },
})

/** `text`: the pasted bill. */
type FreightSettingsProps = { text: string; onText: (text: string) => void }

/** A forwarder's bill, pasted: first what each row would do, then the possible rows are saved. */
export function FreightSettings({ text, onText }: FreightSettingsProps): ReactNode {
  const may = useMay('setInternationalFreights')
  const [storeId, setStore] = useState<string>()
  const parse = useAct('parseInternationalFreights')
  const write = useAct('setInternationalFreights')
  const [done, setDone] = useState<{ outcome: BulkOutcome; names: ReadonlyMap<string, string> }>()
  const rows = parse.data
  const good = (rows ?? []).filter(isWritable)

  async function keep(): Promise<void> {
    const written = await write.run({ items: good.map(({ orderId, freightMinor }) => ({ orderId, freightMinor })) })
    if (!written.ok) return
    setDone({ outcome: written.data, names: new Map(good.map((row) => [row.orderId, row.orderName ?? ''])) })
    onText('')
  }
  const preview = useSubmission(text.trim() === '' ? '请粘贴订单号和运费' : undefined, () =>
    parse.run({ text, storeId }),
  )
  const writing = useSubmission(good.length === 0 ? '没有可以录入的行，请返回修改' : undefined, keep)
  function again(): void {
    setDone(undefined)
    parse.reset()
  }

  if (done)
    return (
      <div className={styles.tasks}>
        <OutcomeList outcome={done.outcome} labelOf={(key) => done.names.get(key) || key} />
        <Space>
          <Button type="primary" onClick={again}>
            再录一批
          </Button>
        </Space>
      </div>
    )
  return (
    <div className={styles.tasks}>
      {parse.error ? <FailureNote failure={parse.error} /> : null}
      {write.error ? <FailureNote failure={write.error} /> : null}
      {rows ? (
        <>
          <p>
            共 {rows.length} 行，可以录入 <b>{good.length}</b> 行
            {good.length < rows.length ? `，${rows.length - good.length} 行不会录入` : ''}。
          </p>
          <Table
            size="small"
            rowKey="row"
            columns={COLUMNS}
            dataSource={[...rows]}
            pagination={false}
            scroll={{ y: 420 }}
          />
          <Space>
            <Button onClick={() => parse.reset()}>返回修改</Button>
            <CanButton
              type="primary"
              loading={write.isPending}
              allowed={may ? true : NO_RIGHT}
              onClick={writing.submit}
            >
              录入 {good.length} 单
            </CanButton>
            {writing.line}
          </Space>
        </>
      ) : (
        <>
          <p>没有录入的订单按店铺的定价规则预估（重量 × 每公斤国际运费），录入以后利润按实际的算。</p>
          <p>每行一单：订单号、运费（元），从表格直接粘贴，或用空格、逗号隔开，一次最多500行。</p>
          <Input.TextArea
            aria-label="国际运费单"
            rows={10}
            maxLength={100_000}
            placeholder={EXAMPLE}
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
          <Space>
            <StorePicker
              value={storeId}
              allowClear
              placeholder="店铺（几家店有同号订单时选）"
              width={260}
              onChange={setStore}
            />
            <CanButton
              type="primary"
              loading={parse.isPending}
              allowed={may ? true : NO_RIGHT}
              onClick={preview.submit}
            >
              预览
            </CanButton>
            {preview.line}
          </Space>
        </>
      )}
    </div>
  )
}
