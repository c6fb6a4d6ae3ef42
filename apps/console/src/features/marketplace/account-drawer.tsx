import type { MarketplaceAccount, MarketplaceAccountFields } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import { MARKETPLACE_ACCOUNT_FIELDS } from '@huoqiao/contract/marketplace/marketplace.fields'
import { Form, Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import { firstFocus } from '../../ui/first-focus.ts'
import { useAct, useMay } from '../../lib/index.ts'
import { comparedFields, formItem } from '../../ui/field-form.tsx'
import { RecordDrawer } from '../../ui/record-drawer.tsx'

type Values = {
  name: string
  gateway: string
  appKey: string
  appSecret: string
  accessToken: string
  refreshToken: string
  endsOn: string
  isDefault: boolean
}

/** The address of the real platform (reference 1). */
const GATEWAY = 'https://gw.open.1688.com'
const KEPT = '已保存，留空则不改'

const fields = comparedFields<Values, typeof MARKETPLACE_ACCOUNT_FIELDS>(MARKETPLACE_ACCOUNT_FIELDS, {
  name: 'plain',
  gateway: 'plain',
  appKey: 'plain',
  appSecret: null,
  accessToken: null,
  refreshToken: null,
  // Not compared: it is typed together with tokens; the list of accounts shows when they expire.
  endsOn: null,
  isDefault: 'plain',
})
const item = formItem(MARKETPLACE_ACCOUNT_FIELDS)

type AccountDrawerProps = {
  row: MarketplaceAccount | undefined
  /** the first account is the default one, whatever the field says */
  isFirst: boolean
  onClose: () => void
  onSaved: (account: MarketplaceAccount) => void
}

export default function AccountDrawer({ row, isFirst, onClose, onSaved }: AccountDrawerProps): ReactNode {
  const add = useAct('addMarketplaceAccount')
  const update = useAct('updateMarketplaceAccount')
  const mayAdd = useMay('addMarketplaceAccount')
  const mayUpdate = useMay('updateMarketplaceAccount')
  const valuesOf = (of: MarketplaceAccount | undefined): Values => ({
    name: of?.name ?? '',
    gateway: of?.gateway ?? GATEWAY,
    appKey: of?.appKey ?? '',
    appSecret: '',
    accessToken: '',
    refreshToken: '',
    endsOn: '',
    isDefault: of?.isDefault ?? isFirst,
  })
  return (
    <RecordDrawer<MarketplaceAccount, Values>
      noun="1688账号"
      draftKey="marketplace-account"
      row={row}
      valuesOf={valuesOf}
      fields={fields}
      secrets={['appSecret', 'accessToken', 'refreshToken']}
      isSaving={add.isPending || update.isPending}
      isReadOnly={row ? !mayUpdate : !mayAdd}
      save={(values, of) => {
        const { endsOn, ...typed } = values
        const end = endsOn.trim() === '' ? {} : { endsOn: endsOn.trim() }
        const request: MarketplaceAccountFields = { ...typed, ...end, gateway: values.gateway.trim() }
        return of ? update.run({ ...request, ...of }) : add.run(request)
      }}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(_form, current) => <AccountForm row={current} isFirst={isFirst} />}
    </RecordDrawer>
  )
}

function AccountForm({ row, isFirst }: { row: MarketplaceAccount | undefined; isFirst: boolean }): ReactNode {
  return (
    <>
      <Form.Item {...item('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={64} ref={row ? undefined : firstFocus} placeholder="例如 采购主账号" />
      </Form.Item>
      <Form.Item
        {...item('gateway')}
        extra={`正式环境是 ${GATEWAY}；填模拟器的地址就是沙箱。`}
        rules={[{ required: true }, { pattern: /^https?:\/\/\S+$/ }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item {...item('appKey')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item
        {...item('appSecret')}
        rules={row ? [] : [{ required: true }]}
        extra={row ? '更换网关或AppKey时要重新填写。' : undefined}
      >
        <Input.Password maxLength={256} autoComplete="new-password" placeholder={row?.hasSecret ? KEPT : ''} />
      </Form.Item>
      <Form.Item
        name="refreshToken"
        label={
          <>
            {MARKETPLACE_ACCOUNT_FIELDS.refreshToken.label}（<code>refresh_token</code>）
          </>
        }
        extra="保存后在连接向导里授权，令牌自动填好；已经有令牌的才在这里填。"
      >
        <Input.Password maxLength={512} autoComplete="new-password" placeholder={row?.hasRefreshToken ? KEPT : ''} />
      </Form.Item>
      <Form.Item
        name="accessToken"
        label={
          <>
            {MARKETPLACE_ACCOUNT_FIELDS.accessToken.label}（<code>access_token</code>）
          </>
        }
        extra="填了续期令牌时可以不填。"
      >
        <Input.Password maxLength={512} autoComplete="new-password" placeholder={row ? KEPT : ''} />
      </Form.Item>
      <Form.Item
        {...item('endsOn')}
        extra="手工填的令牌，1688不告知何时到期：知道的填在这里（例如 2027-05-31），到期前会提醒；网页授权的不用填。"
        rules={[{ pattern: /^\d{4}-\d{2}-\d{2}$/ }]}
      >
        <Input maxLength={10} autoComplete="off" placeholder={row ? '留空则不改' : '不知道就留空'} />
      </Form.Item>
      <Form.Item
        {...item('isDefault')}
        valuePropName="checked"
        extra={row?.isDefault ? '要换默认账号，请把另一个账号设为默认。' : undefined}
      >
        <Switch disabled={(row?.isDefault ?? false) || (!row && isFirst)} />
      </Form.Item>
    </>
  )
}
