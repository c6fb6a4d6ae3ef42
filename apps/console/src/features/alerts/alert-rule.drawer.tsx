import { ALERT_RULE_FIELDS } from '@huoqiao/contract/alerts/alerts.fields'
import type { AlertRule, AlertRuleFields } from '@huoqiao/contract/alerts/alerts.schema'
import { NOTICE_KINDS, NOTICE_LEVELS, PERSONAL_NOTICES } from '@huoqiao/contract/notices/notices.status'
import { Form, Input, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { RolesPicker, useQueryRoles } from '../../pickers/role-picker.tsx'
import { NumberField, within } from '../../ui/count-field.tsx'
import { comparedFields, formItem } from '../../ui/field-form.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { RecordDrawer } from '../../ui/record-drawer.tsx'

const GROUP_MINUTES = { least: 0, most: 1_440 }

type Values = Omit<AlertRuleFields, 'quietFrom' | 'quietUntil'> & { quietFrom: string; quietUntil: string }
type Named = { id: string; name: string }

const item = formItem(ALERT_RULE_FIELDS)
const KIND_OPTIONS = Object.entries(NOTICE_KINDS)
  .filter(([kind]) => !(PERSONAL_NOTICES as readonly string[]).includes(kind))
  .map(([value, label]) => ({ value, label }))
const LEVEL_OPTIONS = Object.entries(NOTICE_LEVELS).map(([value, { label }]) => ({ value, label }))
const TIME = { pattern: /^([01]\d|2[0-3]):[0-5]\d$/, message: '应为 00:00 到 23:59' }

const valuesOf = (of: AlertRule | undefined): Values => ({
  name: of?.name ?? '',
  enabled: of?.enabled ?? true,
  kinds: of?.kinds ?? [],
  level: of?.level ?? 'attention',
  roleIds: of?.roleIds ?? [],
  channelIds: of?.channelIds ?? [],
  quietFrom: of?.quietFrom ?? '',
  quietUntil: of?.quietUntil ?? '',
  urgentAlways: of?.urgentAlways ?? true,
  groupMinutes: of?.groupMinutes ?? 5,
})

type AlertRuleDrawerProps = { row: AlertRule | undefined; channels: readonly Named[]; onClose: () => void }

export default function AlertRuleDrawer({ row, channels, onClose }: AlertRuleDrawerProps): ReactNode {
  const add = useAct('addAlertRule')
  const update = useAct('updateAlertRule')
  const mayAdd = useMay('addAlertRule')
  const mayUpdate = useMay('updateAlertRule')
  const { roles } = useQueryRoles()
  const named = (ids: readonly string[], rows: readonly Named[] | undefined): string =>
    ids.map((id) => rows?.find((one) => one.id === id)?.name ?? id).join('、')
  const fields = comparedFields<Values, typeof ALERT_RULE_FIELDS>(ALERT_RULE_FIELDS, {
    name: 'plain',
    enabled: 'plain',
    kinds: 'plain',
    level: 'plain',
    roleIds: (values) => named(values.roleIds, roles),
    channelIds: (values) => named(values.channelIds, channels),
    quietFrom: 'plain',
    quietUntil: 'plain',
    urgentAlways: 'plain',
    groupMinutes: 'plain',
  })
  return (
    <RecordDrawer<AlertRule, Values>
      noun="告警规则"
      draftKey="alert-rule"
      row={row}
      valuesOf={valuesOf}
      fields={fields}
      isSaving={add.isPending || update.isPending}
      isReadOnly={row ? !mayUpdate : !mayAdd}
      save={(values, of) => {
        const request = { ...values, quietFrom: values.quietFrom || null, quietUntil: values.quietUntil || null }
        return of ? update.run({ ...request, ...of }) : add.run(request)
      }}
      onClose={onClose}
    >
      {(_form, current) => <AlertRuleForm isNew={current === undefined} channels={channels} />}
    </RecordDrawer>
  )
}

function AlertRuleForm({ isNew, channels }: { isNew: boolean; channels: readonly Named[] }): ReactNode {
  return (
    <>
      <Form.Item {...item('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={64} ref={isNew ? firstFocus : undefined} placeholder="例如 采购异常发到采购群" />
      </Form.Item>
      <Form.Item {...item('channelIds')} rules={[{ required: true, message: '请至少选择一个渠道' }]}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={channels.map(({ id, name }) => ({ value: id, label: name }))}
          notFoundContent="还没有渠道，请先在“渠道”里新增"
        />
      </Form.Item>
      <Form.Item {...item('kinds')} extra="不选就是全部。">
        <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={KIND_OPTIONS} placeholder="全部" />
      </Form.Item>
      <Form.Item {...item('level')} extra="级别在“预警配置”里按类型定。">
        <Select options={LEVEL_OPTIONS} />
      </Form.Item>
      <Form.Item {...item('roleIds')} extra="不选就是全部；通知给所有人的也会发。">
        <RolesPicker placeholder="全部" />
      </Form.Item>
      <Form.Item
        {...item('quietFrom')}
        rules={[TIME]}
        extra="北京时间。这段时间的告警等到结束时合成一条再发；不需要就两项都留空。"
      >
        <Input maxLength={5} placeholder="22:00" allowClear />
      </Form.Item>
      <Form.Item {...item('quietUntil')} rules={[TIME]}>
        <Input maxLength={5} placeholder="07:30" allowClear />
      </Form.Item>
      <Form.Item {...item('urgentAlways')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item
        {...item('groupMinutes')}
        rules={[{ required: true }, within(GROUP_MINUTES)]}
        extra="第一条马上发，之后这么多分钟里的合成一条；0 为不合并。群机器人一分钟最多收 20 条。"
      >
        <NumberField {...GROUP_MINUTES} precision={0} />
      </Form.Item>
      <Form.Item {...item('enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}
