import type { AddressFields, ParsedAddress, ReceivingAddress } from '@huoqiao/contract/purchases/addresses.schema'
import { ADDRESS_FIELDS } from '@huoqiao/contract/purchases/addresses.fields'
import type { FormInstance } from 'antd'
import { Button, Form, Input, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { comparedFields, formItem } from '../../../ui/field-form.tsx'
import { RecordDrawer } from '../../../ui/record-drawer.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from './addresses.module.css'

type Values = AddressFields

const fields = comparedFields<Values, typeof ADDRESS_FIELDS>(ADDRESS_FIELDS, {
  name: 'plain',
  fullName: 'plain',
  mobile: 'plain',
  phone: 'plain',
  postCode: 'plain',
  provinceText: 'plain',
  cityText: 'plain',
  areaText: 'plain',
  townText: 'plain',
  address: 'plain',
  districtCode: 'plain',
  remoteAddressId: 'plain',
  // The account of the address id above.
  accountId: null,
  note: 'plain',
  isDefault: 'plain',
})
const item = formItem(ADDRESS_FIELDS)

type AddressDrawerProps = { row: ReceivingAddress | undefined; isFirst: boolean; onClose: () => void }

export default function AddressDrawer({ row, isFirst, onClose }: AddressDrawerProps): ReactNode {
  const add = useAct('addReceivingAddress')
  const update = useAct('updateReceivingAddress')
  const mayAdd = useMay('addReceivingAddress')
  const mayUpdate = useMay('updateReceivingAddress')
  const valuesOf = (of: ReceivingAddress | undefined): Values => ({
    name: of?.name ?? '',
    fullName: of?.fullName ?? '',
    mobile: of?.mobile ?? '',
    phone: of?.phone ?? '',
    postCode: of?.postCode ?? '',
    provinceText: of?.provinceText ?? '',
    cityText: of?.cityText ?? '',
    areaText: of?.areaText ?? '',
    townText: of?.townText ?? '',
    address: of?.address ?? '',
    districtCode: of?.districtCode ?? null,
    remoteAddressId: of?.remoteAddressId ?? null,
    accountId: of?.accountId ?? null,
    isDefault: of?.isDefault ?? isFirst,
    note: of?.note ?? '',
  })
  return (
    <RecordDrawer<ReceivingAddress, Values>
      noun="收货地址"
      draftKey="receiving-address"
      row={row}
      valuesOf={valuesOf}
      fields={fields}
      isSaving={add.isPending || update.isPending}
      isReadOnly={row ? !mayUpdate : !mayAdd}
      save={(values, of) => (of ? update.run({ ...values, ...of }) : add.run(values))}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ReadText form={form} />
          <FromAccount form={form} />
          <AddressForm isFirst={isFirst && !row} />
        </>
      )}
    </RecordDrawer>
  )
}

/** Parsed fields replace those in the form; fields that could not be parsed are left to the person. */
function fill(form: FormInstance<Values>, read: Omit<ParsedAddress, 'missing'>, own: Partial<Values>): void {
  const known = Object.entries(read).filter(([key, value]) => key in form.getFieldsValue(true) && value !== '')
  form.setFieldsValue({ ...(Object.fromEntries(known) as Partial<Values>), ...own })
}

/** Pasted text, parsed by 1688's own parser; text that it cannot parse stays as typed. */
function ReadText({ form }: { form: FormInstance<Values> }): ReactNode {
  const [text, setText] = useState('')
  const parse = useAct('parseReceivingAddress')
  const missing = parse.data?.missing ?? []
  async function read(): Promise<void> {
    const done = await parse.run({ text: text.trim() })
    if (done.ok) fill(form, done.data, { remoteAddressId: null, accountId: null })
  }
  return (
    <div className={styles.paste}>
      <Input.TextArea
        aria-label="粘贴地址"
        rows={2}
        maxLength={500}
        placeholder="粘贴整段地址，例如：张三 13800001111 浙江省金华市义乌市福田街道 仓储路8号"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.buttons}>
        <CanButton
          loading={parse.isPending}
          allowed={text.trim() === '' ? '请先粘贴一段地址' : true}
          onClick={() => void read()}
        >
          识别并填入
        </CanButton>
        {parse.data ? (
          <StateTag
            bare
            hue={missing.length > 0 ? 'attention' : 'done'}
            label={missing.length > 0 ? `没有认出：${missing.join('、')}，请补上` : '已填入，请核对'}
          />
        ) : null}
      </div>
      {parse.error ? <FailureNote failure={parse.error} /> : null}
    </div>
  )
}

/** The addresses saved in the 1688 account. */
function FromAccount({ form }: { form: FormInstance<Values> }): ReactNode {
  const [isAsked, ask] = useState(false)
  const { data, error, isFetching, refetch } = useRead('queryAccountAddresses', {}, { enabled: isAsked })
  if (!isAsked) {
    return (
      <p className={styles.pick}>
        <Button onClick={() => ask(true)}>从1688账号里挑</Button>
      </p>
    )
  }
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  return (
    <Select
      aria-label="1688账号里的地址"
      style={{ width: '100%', marginBottom: 16 }}
      loading={isFetching}
      placeholder={data?.length === 0 ? '这个1688账号里没有保存的地址' : '选择一个1688地址'}
      options={(data ?? []).map((one) => ({
        value: one.remoteAddressId,
        label: `${one.fullName} ${one.mobile} ${one.provinceText}${one.cityText}${one.areaText}${one.address}`,
      }))}
      onChange={(remoteAddressId: string) => {
        const chosen = data?.find((one) => one.remoteAddressId === remoteAddressId)
        if (!chosen) return
        const { remoteAddressId: kept, accountId, isDefault: _, ...words } = chosen
        fill(form, words, { remoteAddressId: kept, accountId })
      }}
    />
  )
}

function AddressForm({ isFirst }: { isFirst: boolean }): ReactNode {
  const needed = [{ required: true, whitespace: true }]
  return (
    <>
      <div className={styles.pair}>
        <Form.Item {...item('name')} rules={needed}>
          <Input maxLength={64} placeholder="例如 义乌一号仓" />
        </Form.Item>
        <Form.Item {...item('fullName')} rules={[...needed, { min: 2, message: '收货人至少2个字' }]}>
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item {...item('mobile')} rules={[{ pattern: /^[\d-]*$/, message: '只能是数字和横线' }]}>
          <Input maxLength={20} />
        </Form.Item>
        <Form.Item {...item('phone')} rules={[{ pattern: /^[\d-]*$/, message: '只能是数字和横线' }]}>
          <Input maxLength={20} />
        </Form.Item>
      </div>
      <div className={styles.triple}>
        <Form.Item {...item('provinceText')} rules={needed}>
          <Input maxLength={32} />
        </Form.Item>
        <Form.Item {...item('cityText')}>
          <Input maxLength={32} />
        </Form.Item>
        <Form.Item {...item('areaText')}>
          <Input maxLength={32} />
        </Form.Item>
        <Form.Item {...item('townText')}>
          <Input maxLength={32} />
        </Form.Item>
        <Form.Item {...item('postCode')} rules={[{ pattern: /^\d*$/, message: '只能是数字' }]}>
          <Input maxLength={10} />
        </Form.Item>
        <Form.Item {...item('districtCode')} rules={[{ pattern: /^\d{6}$/, message: '应为6位数字' }]}>
          <Input maxLength={6} placeholder="识别后自动填" />
        </Form.Item>
      </div>
      <Form.Item {...item('address')} rules={needed}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item {...item('note')}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Form.Item {...item('isDefault')} valuePropName="checked">
        <Switch disabled={isFirst} />
      </Form.Item>
    </>
  )
}
