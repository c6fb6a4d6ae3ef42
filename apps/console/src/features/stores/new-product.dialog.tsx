import { STORE_PRODUCT_FIELDS, STORE_VARIANT_FIELDS } from '@huoqiao/contract/stores/stores.fields'
import type { ShopChange } from '@huoqiao/contract/shop-change'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Form, Input, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import { firstFocus } from '../../ui/first-focus.ts'
import { call } from '../../lib/client.ts'
import { fieldErrors } from '../../lib/field-errors.ts'
import { decimalOnly } from '../../lib/number-text.ts'
import { useMay, NO_RIGHT } from '../../lib/permission.tsx'
import { Slot } from '../../lib/slots.tsx'
import { showFirstFailure } from '../../lib/validate.ts'
import { guardTyped } from '../../ui/guard-typed.ts'
import { priceKeys } from '../../ui/price-keys.ts'
import { newRequestKey } from '../../lib/request-key.ts'
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

/** Creates a product directly in the shop, after a dry run. The form has one key: sent twice, it creates one product. */
export default function NewProductDialog({ storeId, onClose }: { storeId: string; onClose: () => void }): ReactNode {
  const [form] = Form.useForm<Values>()
  const [isTyped, setTyped] = useState(false)
  const look = useAct('previewStoreCreation')
  const create = useAct('createStoreProduct')
  const mayCreate = useMay('createStoreProduct')
  const [requestKey] = useState(newRequestKey)
  /** the values at the time when the dry run was requested */
  const [asked, ask] = useState<Values>()
  const load = useCallback(
    async (found: (items: readonly ShopChange[]) => void, signal: AbortSignal) => {
      if (asked) found([await call('previewStoreCreation', { storeId, requestKey, ...asked }, { signal })])
    },
    [storeId, requestKey, asked],
  )
  async function submit(values: Values): Promise<void> {
    const seen = await look.run({ storeId, requestKey, ...values })
    if (seen.ok) ask(values)
    else form.setFields(fieldErrors(seen.error) as Parameters<typeof form.setFields>[0])
  }
  async function write([approved]: readonly ShopChange[]): Promise<BulkOutcome> {
    const { key, contentHash } = approved!
    const made = await create.run({ storeId, requestKey, ...asked!, contentHash })
    const message = made.ok ? '已在店铺里新建' : (made.error.explanation?.why ?? made.error.message)
    return {
      succeeded: made.ok ? 1 : 0,
      failed: made.ok ? 0 : 1,
      rows: [{ key, ok: made.ok, message }],
    }
  }
  if (asked)
    return (
      <Slot
        name="shop-change"
        title={`在店铺里新建商品 · ${asked.title}`}
        word="新建"
        refused={mayCreate ? undefined : NO_RIGHT}
        total={1}
        load={load}
        write={write}
        onClose={() => (create.isSuccess ? onClose() : ask(undefined))}
      />
    )
  return (
    <Modal
      open
      width={520}
      title="在店铺里新建商品"
      okText="预演"
      cancelText="取消"
      confirmLoading={look.isPending}
      onOk={form.submit}
      {...guardTyped(isTyped)}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={FIRST}
        preserve
        onValuesChange={() => setTyped(true)}
        onFinish={(values) => void submit(values)}
        onFinishFailed={showFirstFailure}
      >
        <Form.Item name="title" label={STORE_PRODUCT_FIELDS.title.label} rules={[{ required: true }]}>
          <Input ref={firstFocus} maxLength={255} />
        </Form.Item>
        <Form.Item
          name="price"
          label="价格（店铺币种）"
          normalize={(typed: string) => decimalOnly(typed, 2)}
          rules={[{ required: true }, { pattern: PRICE }]}
        >
          <Input inputMode="decimal" maxLength={12} style={{ width: 160 }} {...priceKeys} />
        </Form.Item>
        <Form.Item name="sku" label={STORE_VARIANT_FIELDS.sku.label}>
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="status" label={STORE_PRODUCT_FIELDS.status.label}>
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
      {look.error && !look.error.explanation?.fields ? <FailureNote failure={look.error} /> : null}
    </Modal>
  )
}
