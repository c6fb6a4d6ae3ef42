import { MARKETPLACE_ACCOUNT_FIELDS } from '@huoqiao/contract/marketplace/marketplace.fields'
import type { MarketplaceAccount } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import { MARKETPLACE_HEALTH } from '@huoqiao/contract/marketplace/marketplace.status'
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useEditAddress } from '../../lib/edit-address.ts'
import { Can, formatTime, toast, useAct, useRead } from '../../lib/index.ts'
import { useConnectionChecks } from '../../lib/use-connection-checks.ts'
import { EnvironmentMark } from '../../pickers/store-picker.tsx'
import { askConfirm, CanButton, RelativeTime, StateTag, TableStateTag } from '../../ui/index.ts'
import { SettingsCard, SettingsList } from '../../ui/settings-list.tsx'

const AccountDrawer = lazy(() => import('./account-drawer.tsx'))

/** The expiry of a token that a person typed is unknown; whether it works is known from using it. */
function tokenEnd({ tokenExpiresAt, health, hasRefreshToken }: MarketplaceAccount): string {
  if (tokenExpiresAt !== null) return formatTime(tokenExpiresAt)
  if (health !== 'ok') return '1688没有告知'
  return hasRefreshToken
    ? '目前有效；1688没有告知到期时间，失效时自动换新'
    : '目前有效；1688没有告知到期时间，失效前不会提醒'
}

/** What happens when the token expires, and what a person can do about it. */
function renewal({ hasRefreshToken, tokenExpiresAt, refreshTokenExpiresAt }: MarketplaceAccount): string {
  if (!hasRefreshToken)
    return tokenExpiresAt === null
      ? '没有续期令牌，到期要重新授权；知道到期日的请编辑填上，到期前会提醒'
      : '没有续期令牌，到期前会提醒重新授权'
  return refreshTokenExpiresAt === null
    ? '有续期令牌，到期自动换新；授权到期时间不知道，每天早上试着延长'
    : '有续期令牌，到期自动换新'
}

/** The 1688 accounts that are used for searching, collecting and buying. */
export default function AccountSettings(): ReactNode {
  const { data, error, refetch } = useRead('queryMarketplaceAccounts', {})
  const [edited, edit] = useEditAddress()
  const ask = useAct('checkMarketplaceAccount')
  const check = useConnectionChecks((id) => ask.run({ id }), MARKETPLACE_HEALTH)
  const row = data?.find(({ id }) => id === edited)
  const card = (account: MarketplaceAccount): ReactNode => (
    <AccountCard
      account={account}
      isChecking={check.checking.has(account.id)}
      onCheck={() => check.run(account.id)}
      onEdit={() => edit(account.id)}
    />
  )
  return (
    <>
      <SettingsList
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        hint="搜索和采集货源用的1688开放平台账号；没有指定时用默认账号。"
        action={
          <Can call="addMarketplaceAccount">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
              添加1688账号
            </Button>
          </Can>
        }
        empty="还没有1688账号，添加后才能搜索和采集货源。"
        card={card}
      />
      <Suspense fallback={null}>
        {edited === 'new' || row ? (
          <AccountDrawer
            key={edited}
            row={row}
            isFirst={data?.length === 0}
            onClose={() => edit(undefined)}
            onSaved={(account) => {
              // Typed credentials are checked at once, while the person still has the platform's page open.
              if (account.health === 'unchecked') check.run(account.id)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}

type AccountCardProps = {
  account: MarketplaceAccount
  isChecking: boolean
  onCheck: () => void
  onEdit: () => void
}

function AccountCard({ account, isChecking, onCheck, onEdit }: AccountCardProps): ReactNode {
  const isIll = account.health !== 'ok' && account.health !== 'unchecked'
  return (
    <SettingsCard
      edge="source"
      title={account.name}
      marks={
        <>
          <EnvironmentMark environment={account.environment} />
          {account.isDefault ? <StateTag hue="done" label="默认" bare /> : null}
        </>
      }
      subtitle={account.gateway}
      health={<TableStateTag table={MARKETPLACE_HEALTH} code={account.health} />}
      {...(account.healthMessage === '' ? {} : { message: account.healthMessage, isIll })}
      facts={[
        { label: MARKETPLACE_ACCOUNT_FIELDS.appKey.label, value: <span className="hq-mono">{account.appKey}</span> },
        ...(account.loginId === null
          ? []
          : [{ label: MARKETPLACE_ACCOUNT_FIELDS.loginId.label, value: account.loginId }]),
        {
          label: MARKETPLACE_ACCOUNT_FIELDS.tokenExpiresAt.label,
          value: tokenEnd(account),
        },
        {
          label: '自动续期',
          value: renewal(account),
        },
        ...(account.refreshTokenExpiresAt === null
          ? []
          : [
              {
                label: MARKETPLACE_ACCOUNT_FIELDS.refreshTokenExpiresAt.label,
                value: formatTime(account.refreshTokenExpiresAt),
              },
            ]),
        { label: MARKETPLACE_ACCOUNT_FIELDS.checkedAt.label, value: <RelativeTime at={account.checkedAt} ago /> },
      ]}
      actions={<AccountActions account={account} isChecking={isChecking} onCheck={onCheck} onEdit={onEdit} />}
    />
  )
}

function AccountActions({ account, isChecking, onCheck, onEdit }: AccountCardProps): ReactNode {
  const remove = useAct('deleteMarketplaceAccount')
  const { can } = account
  async function ask(): Promise<void> {
    const isSure = await askConfirm({
      title: `删除1688账号 ${account.name}？`,
      content: account.isDefault ? '它是默认账号，删除后最早添加的另一个账号成为默认。' : '已采集的货源不受影响。',
      okText: '删除',
      danger: true,
    })
    if (isSure && (await remove.run({ id: account.id, version: account.version })).ok) toast.success('已删除')
  }
  return (
    <>
      <Can call="checkMarketplaceAccount">
        <CanButton allowed={can.checkMarketplaceAccount} loading={isChecking} onClick={onCheck}>
          检查连接
        </CanButton>
      </Can>
      <Can call="startMarketplaceConsent">
        <Link to={`/system/connect?step=consent&account=${account.id}`}>
          {account.hasRefreshToken ? '重新授权' : '授权'}
        </Link>
      </Can>
      <Can call="updateMarketplaceAccount">
        <CanButton allowed={can.updateMarketplaceAccount} onClick={onEdit}>
          编辑
        </CanButton>
      </Can>
      <Can call="deleteMarketplaceAccount">
        <CanButton danger allowed={can.deleteMarketplaceAccount} loading={remove.isPending} onClick={() => void ask()}>
          删除
        </CanButton>
      </Can>
    </>
  )
}
