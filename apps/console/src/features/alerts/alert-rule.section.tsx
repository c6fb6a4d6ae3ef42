import { PlusOutlined } from '@ant-design/icons'
import { ALERT_RULE_FIELDS } from '@huoqiao/contract/alerts/alerts.fields'
import type { AlertRule } from '@huoqiao/contract/alerts/alerts.schema'
import { NOTICE_KINDS, NOTICE_LEVELS } from '@huoqiao/contract/notices/notices.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { toast } from '../../lib/client.ts'
import { useEditAddress } from '../../lib/edit-address.ts'
import { Can } from '../../lib/permission.tsx'
import { useAct, useRead } from '../../lib/use-call.ts'
import { useQueryRoles } from '../../pickers/role-picker.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { SettingsCard, SettingsList } from '../../ui/settings-list.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import type { SectionHead } from '../../ui/section-page.tsx'

const AlertRuleDrawer = lazy(() => import('./alert-rule.drawer.tsx'))

/** Which notices are sent where, and when. */
export default function AlertRuleSection({ head }: { head: SectionHead }): ReactNode {
  const { data, error, refetch } = useRead('queryAlertRules', {})
  const channels = useRead('queryAlertChannels', {}).data ?? []
  const [edited, edit] = useEditAddress()
  const row = data?.find(({ id }) => id === edited)
  const card = (rule: AlertRule): ReactNode => (
    <AlertRuleCard rule={rule} channels={channels} onEdit={() => edit(rule.id)} />
  )
  return (
    <ListPage {...head} subtitle="同一条通知在一个渠道最多发一次">
      <SettingsList
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        hint="通知什么时候产生在“预警配置”里定；这里定它们发到哪些渠道。"
        action={
          <Can call="addAlertRule">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
              新增告警规则
            </Button>
          </Can>
        }
        empty="还没有告警规则。没有规则时，通知只在铃铛里。"
        card={card}
      />
      <Suspense fallback={null}>
        {edited === 'new' || row ? (
          <AlertRuleDrawer key={edited} row={row} channels={channels} onClose={() => edit(undefined)} />
        ) : null}
      </Suspense>
    </ListPage>
  )
}

type AlertRuleCardProps = { rule: AlertRule; channels: readonly { id: string; name: string }[]; onEdit: () => void }

function AlertRuleCard({ rule, channels, onEdit }: AlertRuleCardProps): ReactNode {
  const { roles } = useQueryRoles()
  const remove = useAct('deleteAlertRule')
  async function ask(): Promise<void> {
    const isSure = await askConfirm({ title: `删除告警规则 ${rule.name}？`, okText: '删除', danger: true })
    if (isSure && (await remove.run({ id: rule.id, version: rule.version })).ok) toast.success('已删除')
  }
  const named = (ids: readonly string[], rows: readonly { id: string; name: string }[] | undefined): string =>
    ids.map((id) => rows?.find((one) => one.id === id)?.name ?? id).join('、')
  return (
    <SettingsCard
      edge="ours"
      title={rule.name}
      marks={rule.enabled ? null : <StateTag hue="waiting" label="已停用" bare />}
      facts={[
        {
          label: ALERT_RULE_FIELDS.kinds.label,
          value: rule.kinds.length === 0 ? '全部' : rule.kinds.map((kind) => NOTICE_KINDS[kind]).join('、'),
          isLong: true,
        },
        { label: ALERT_RULE_FIELDS.level.label, value: NOTICE_LEVELS[rule.level].label },
        { label: ALERT_RULE_FIELDS.channelIds.label, value: named(rule.channelIds, channels), isLong: true },
        {
          label: ALERT_RULE_FIELDS.roleIds.label,
          value: rule.roleIds.length === 0 ? '全部' : named(rule.roleIds, roles),
        },
        { label: '静默时段', value: quietText(rule) },
        {
          label: '合并',
          value: rule.groupMinutes === 0 ? '不合并' : `第一条马上发，之后 ${rule.groupMinutes} 分钟内的合成一条`,
        },
      ]}
      actions={
        <>
          <Can call="updateAlertRule">
            <CanButton allowed={rule.can['updateAlertRule']} onClick={onEdit}>
              编辑
            </CanButton>
          </Can>
          <Can call="deleteAlertRule">
            <CanButton
              danger
              allowed={rule.can['deleteAlertRule']}
              loading={remove.isPending}
              onClick={() => void ask()}
            >
              删除
            </CanButton>
          </Can>
        </>
      }
    />
  )
}

const quietText = ({ quietFrom, quietUntil, urgentAlways }: AlertRule): string =>
  quietFrom === null || quietUntil === null
    ? '没有'
    : `${quietFrom} 到 ${quietUntil}${urgentAlways ? '，紧急的照发' : ''}`
