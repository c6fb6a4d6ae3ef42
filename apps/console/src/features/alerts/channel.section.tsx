import { PlusOutlined } from '@ant-design/icons'
import { ALERT_CHANNEL_FIELDS } from '@huoqiao/contract/alerts/alerts.fields'
import type { AlertChannel } from '@huoqiao/contract/alerts/alerts.schema'
import { ALERT_STATES, CHANNEL_KINDS } from '@huoqiao/contract/alerts/alerts.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { toast } from '../../lib/client.ts'
import { useEditAddress } from '../../lib/edit-address.ts'
import { Can } from '../../lib/permission.tsx'
import { useAct, useRead } from '../../lib/use-call.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SettingsCard, SettingsList } from '../../ui/settings-list.tsx'
import { StateTag, TableStateTag } from '../../ui/state-tag.tsx'
import type { SectionHead } from '../../ui/section-page.tsx'

const ChannelDrawer = lazy(() => import('./channel.drawer.tsx'))

/** Where alerts are sent: robots, mailboxes, webhooks. */
export default function ChannelSection({ head }: { head: SectionHead }): ReactNode {
  const { data, error, refetch } = useRead('queryAlertChannels', {})
  const [edited, edit] = useEditAddress()
  const row = data?.find(({ id }) => id === edited)
  const card = (channel: AlertChannel): ReactNode => (
    <ChannelCard channel={channel} onEdit={() => edit(channel.id)} onTested={() => void refetch()} />
  )
  return (
    <ListPage {...head} subtitle="除了铃铛，通知还可以发到群机器人、邮箱和自己的系统">
      <SettingsList
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        hint="先添加渠道并发送测试，再在“规则”里选哪些通知发到这里。"
        action={
          <Can call="addAlertChannel">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
              新增告警渠道
            </Button>
          </Can>
        }
        empty="还没有告警渠道。添加后，涨价、缺货、采购异常等通知可以发到企业微信、钉钉、飞书的群里，或发邮件。"
        card={card}
      />
      <Suspense fallback={null}>
        {edited === 'new' || row ? <ChannelDrawer key={edited} row={row} onClose={() => edit(undefined)} /> : null}
      </Suspense>
    </ListPage>
  )
}

type ChannelCardProps = { channel: AlertChannel; onEdit: () => void; onTested: () => void }

function ChannelCard({ channel, onEdit, onTested }: ChannelCardProps): ReactNode {
  const test = useAct('sendTestAlert')
  const remove = useAct('deleteAlertChannel')
  const { can } = channel
  async function send(): Promise<void> {
    const done = await test.run({ id: channel.id })
    if (done.ok) toast.success(`已发到 ${channel.name}，对方答复：${done.data.answer}`)
    // A failed test is recorded too, but only a successful call reads the channels again by itself.
    else onTested()
  }
  async function ask(): Promise<void> {
    const isSure = await askConfirm({
      title: `删除告警渠道 ${channel.name}？`,
      content: '等着发往它的告警不再发送；发送记录保留。',
      okText: '删除',
      danger: true,
    })
    if (isSure && (await remove.run({ id: channel.id, version: channel.version })).ok) toast.success('已删除')
  }
  const isIll = channel.lastState === 'failed' || channel.lastState === 'unknown'
  return (
    <>
      <SettingsCard
        edge="ours"
        title={channel.name}
        marks={channel.enabled ? null : <StateTag hue="waiting" label="已停用" bare />}
        subtitle={CHANNEL_KINDS[channel.kind]}
        health={
          channel.lastState === null ? (
            <StateTag hue="waiting" label="还没有发过" />
          ) : (
            <TableStateTag table={ALERT_STATES} code={channel.lastState} />
          )
        }
        {...(channel.lastReason === '' || test.error ? {} : { message: channel.lastReason, isIll })}
        facts={[
          {
            label: ALERT_CHANNEL_FIELDS.place.label,
            value: <span className="hq-mono">{channel.place}</span>,
          },
          ...(channel.kind === 'email'
            ? [{ label: ALERT_CHANNEL_FIELDS.recipients.label, value: channel.recipients.join('、'), isLong: true }]
            : channel.kind === 'wecom'
              ? []
              : [{ label: ALERT_CHANNEL_FIELDS.signingSecret.label, value: channel.hasSecret ? '已保存' : '没有' }]),
          { label: ALERT_CHANNEL_FIELDS.lastAt.label, value: <RelativeTime at={channel.lastAt} ago /> },
        ]}
        actions={
          <>
            <Can call="sendTestAlert">
              <CanButton allowed={can['sendTestAlert']} loading={test.isPending} onClick={() => void send()}>
                发送测试
              </CanButton>
            </Can>
            <Can call="updateAlertChannel">
              <CanButton allowed={can['updateAlertChannel']} onClick={onEdit}>
                编辑
              </CanButton>
            </Can>
            <Can call="deleteAlertChannel">
              <CanButton
                danger
                allowed={can['deleteAlertChannel']}
                loading={remove.isPending}
                onClick={() => void ask()}
              >
                删除
              </CanButton>
            </Can>
          </>
        }
      />
      {test.error && !test.error.isSilent ? <FailureNote failure={test.error} /> : null}
    </>
  )
}
