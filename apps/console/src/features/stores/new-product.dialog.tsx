import { Form, Input, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../lib/desk.ts'
import { fieldErrors } from '../../lib/field-errors.ts'
import { decimalOnly, isBlockedPriceKey } from '../../lib/number-text.ts'
import { useAct } from '../../lib/use-call.ts'
import { FailureNote } from '../../ui/failure-note.tsx'

type Values = {
  title: string
  price: string
  sku?: string
  status: 'DRAFT' | 'ACTIVE'
  imageUrl?: string
  descriptionHtml?: string
}
const FIRST: Partial<Values> = { status: 'DRAFT' }
const PRICE = /^\d{1,9}(\.\d{1,2})?$/

/** A product made straight in the shop. The form has one key: sent twice, it makes one product. */
export default function NewProductDialog({ storeId, onClose }: { storeId: string; onClose: () => void }): ReactNode {
  const [form] = Form.useForm<Values>()
  const create = useAct('createStoreProduct', { silent: true })
  const [requestKey] = useState(() =>
    [...crypto.getRandomValues(new Uint32Array(4))].map((one) => one.toString(36)).join('-'),
  )
  async function submit(values: Values): Promise<void> {
    const made = await create.run({ storeId, requestKey, ...values })
    if (made.ok) {
      toast.success('已在店铺里新建')
      onClose()
    } else form.setFields(fieldErrors(made.error) as Parameters<typeof form.setFields>[0])
  }
  return (
    <Modal
      open
      width={520}
      title="在店铺里新建商品"
      okText="新建"
      cancelText="取消"
      confirmLoading={create.isPending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" initialValues={FIRST} onFinish={(values) => void submit(values)}>
        <Form.Item name="title" label="标题" rules={[{ required: true }]}>
          <Input autoFocus maxLength={255} />
        </Form.Item>
        <Form.Item
          name="price"
          label="价格（店铺币种）"
          normalize={(typed: string) => decimalOnly(typed, 2)}
          rules={[{ required: true }, { pattern: PRICE }]}
        >
          <Input
            inputMode="decimal"
            maxLength={12}
            style={{ width: 160 }}
            onKeyDown={(event) => {
              if (isBlockedPriceKey(event.key) && !event.ctrlKey && !event.metaKey) event.preventDefault()
            }}
          />
        </Form.Item>
        <Form.Item name="sku" label="SKU">
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="status" label="状态">
          <Select
            style={{ width: 160 }}
            options={[
              { value: 'DRAFT', label: '草稿' },
              { value: 'ACTIVE', label: '在售' },
            ]}
          />
        </Form.Item>
        <Form.Item name="imageUrl" label="图片地址" rules={[{ type: 'url', message: '应为网址' }]}>
          <Input maxLength={2000} placeholder="https://" />
        </Form.Item>
        <Form.Item name="descriptionHtml" label="描述（HTML）">
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        <button type="submit" hidden aria-hidden />
      </Form>
      {create.error && !create.error.explanation?.fields ? <FailureNote failure={create.error} /> : null}
    </Modal>
  )
}
