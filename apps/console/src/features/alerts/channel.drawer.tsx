import { ALERT_CHANNEL_FIELDS } from '@huoqiao/contract/alerts/alerts.fields'
import type { AlertChannel, AlertChannelFields } from '@huoqiao/contract/alerts/alerts.schema'
import { CHANNEL_KINDS, MAIL_SECURITY } from '@huoqiao/contract/alerts/alerts.status'
import type { ChannelKind, MailSecurity } from '@huoqiao/contract/alerts/alerts.status'
import { Checkbox, Form, Input, Select, Switch } from 'antd'
import type { FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { NumberField, within } from '../../ui/count-field.tsx'
import { comparedFields, formItem } from '../../ui/field-form.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { RecordDrawer } from '../../ui/record-drawer.tsx'
import { ADDRESS_EXAMPLES, ADDRESS_PLACES, SECRET_HINTS } from './alerts.words.ts'

const PORT = { least: 1, most: 65_535 }

type Values = Required<{ [Key in keyof AlertChannelFields]: NonNullable<AlertChannelFields[Key]> }> & {
  removeSecret: boolean
}

const KEPT = '已保存，留空则不改'
const fields = comparedFields<Omit<Values, 'removeSecret'>, typeof ALERT_CHANNEL_FIELDS>(ALERT_CHANNEL_FIELDS, {
  name: 'plain',
  kind: 'plain',
  enabled: 'plain',
  secretAddress: null,
  signingSecret: null,
  host: 'plain',
  port: 'plain',
  security: 'plain',
  userName: 'plain',
  password: null,
  sender: 'plain',
  recipients: 'plain',
})
const item = formItem(ALERT_CHANNEL_FIELDS)
const PORTS: Readonly<Record<MailSecurity, number>> = { tls: 465, starttls: 587, none: 25 }
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const valuesOf = (of: AlertChannel | undefined): Values => ({
  name: of?.name ?? '',
  kind: of?.kind ?? 'wecom',
  enabled: of?.enabled ?? true,
  secretAddress: '',
  signingSecret: '',
  host: of?.host ?? '',
  port: of?.port ?? PORTS.tls,
  security: of?.security ?? 'tls',
  userName: of?.userName ?? '',
  password: '',
  sender: of?.sender ?? '',
  recipients: of?.recipients ?? [],
  removeSecret: false,
})

type ChannelDrawerProps = { row: AlertChannel | undefined; onClose: () => void }

export default function ChannelDrawer({ row, onClose }: ChannelDrawerProps): ReactNode {
  const add = useAct('addAlertChannel')
  const update = useAct('updateAlertChannel')
  const mayAdd = useMay('addAlertChannel')
  const mayUpdate = useMay('updateAlertChannel')
  return (
    <RecordDrawer<AlertChannel, Values>
      noun="告警渠道"
      draftKey="alert-channel"
      row={row}
      valuesOf={valuesOf}
      fields={fields}
      secrets={['secretAddress', 'signingSecret', 'password']}
      isSaving={add.isPending || update.isPending}
      isReadOnly={row ? !mayUpdate : !mayAdd}
      save={({ kind, removeSecret, ...values }, of) =>
        of ? update.run({ ...values, removeSecret, ...of }) : add.run({ ...values, kind })
      }
      onClose={onClose}
    >
      {(form, current) => <ChannelForm form={form} row={current} />}
    </RecordDrawer>
  )
}

type ChannelFormProps = { form: FormInstance<Values>; row: AlertChannel | undefined }

function ChannelForm({ form, row }: ChannelFormProps): ReactNode {
  const kind = Form.useWatch<ChannelKind | undefined>('kind', form) ?? row?.kind ?? 'wecom'
  return (
    <>
      <Form.Item {...item('kind')} extra={row ? '类型不能改，需要另一种请新增渠道。' : undefined}>
        <Select disabled={row !== undefined} options={optionsOf(CHANNEL_KINDS)} />
      </Form.Item>
      <Form.Item {...item('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={64} ref={row ? undefined : firstFocus} placeholder="例如 采购群" />
      </Form.Item>
      {kind === 'email' ? <MailFields form={form} row={row} /> : <AddressFields kind={kind} row={row} />}
      <Form.Item {...item('enabled')} valuePropName="checked" extra="停用后，等着的告警不再发送。">
        <Switch />
      </Form.Item>
    </>
  )
}

function AddressFields({
  kind,
  row,
}: {
  kind: Exclude<ChannelKind, 'email'>
  row: AlertChannel | undefined
}): ReactNode {
  return (
    <>
      <Form.Item {...item('secretAddress')} extra={ADDRESS_PLACES[kind]} rules={row ? [] : [{ required: true }]}>
        <Input.Password
          maxLength={500}
          autoComplete="off"
          placeholder={row ? `${row.place}（${KEPT}）` : ADDRESS_EXAMPLES[kind]}
        />
      </Form.Item>
      {kind === 'wecom' ? null : (
        <Form.Item
          {...item('signingSecret')}
          extra={SECRET_HINTS[kind]}
          rules={!row && kind === 'webhook' ? [{ required: true }] : []}
        >
          <Input.Password maxLength={200} autoComplete="new-password" placeholder={row?.hasSecret ? KEPT : ''} />
        </Form.Item>
      )}
      {row?.hasSecret && kind !== 'webhook' ? (
        <Form.Item name="removeSecret" valuePropName="checked">
          <Checkbox>移除签名密钥（机器人的安全设置里不再用签名时）</Checkbox>
        </Form.Item>
      ) : null}
    </>
  )
}

function MailFields({ form, row }: ChannelFormProps): ReactNode {
  return (
    <>
      <Form.Item {...item('host')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={200} placeholder="例如 smtp.exmail.qq.com" />
      </Form.Item>
      <Form.Item {...item('security')}>
        <Select
          options={optionsOf(MAIL_SECURITY)}
          onChange={(security: MailSecurity) => form.setFieldsValue({ port: PORTS[security] })}
        />
      </Form.Item>
      <Form.Item {...item('port')} rules={[{ required: true }, within(PORT)]}>
        <NumberField {...PORT} precision={0} />
      </Form.Item>
      <Form.Item {...item('userName')} extra="一般是完整的邮箱地址；服务器不要求登录时留空。">
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item {...item('password')} extra="QQ、163、企业邮箱填“客户端授权码”。">
        <Input.Password maxLength={200} autoComplete="new-password" placeholder={row?.hasPassword ? KEPT : ''} />
      </Form.Item>
      <Form.Item {...item('sender')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={254} placeholder="例如 货桥 <alerts@example.com>" />
      </Form.Item>
      <Form.Item {...item('recipients')} rules={[{ required: true, message: '请至少填写一个收件人' }]}>
        <Select mode="tags" open={false} tokenSeparators={[',', '，', ';', '；', ' ']} placeholder="输入后按回车" />
      </Form.Item>
    </>
  )
}
