import { languageName } from '@huoqiao/contract/languages'
import { STORE_FIELDS } from '@huoqiao/contract/stores/stores.fields'
import type { Store, StoreLanguage } from '@huoqiao/contract/stores/stores.schema'
import { STORE_HEALTH, STORE_LOCALES } from '@huoqiao/contract/stores/stores.status'
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useEditAddress } from '../../lib/edit-address.ts'
import { Can, toast, useAct, useRead } from '../../lib/index.ts'
import { useConnectionChecks } from '../../lib/use-connection-checks.ts'
import { useQueryPriceRules } from '../../pickers/price-rule-picker.tsx'
import { EnvironmentMark } from '../../pickers/store-picker.tsx'
import { askConfirm, CanButton, RelativeTime, TableStateTag } from '../../ui/index.ts'
import type { SettingsFact } from '../../ui/settings-list.tsx'
import { SettingsCard, SettingsList } from '../../ui/settings-list.tsx'

const StoreDrawer = lazy(() => import('./store-drawer.tsx'))

/** The shops that products are pushed to: their state, and what is missing. */
export default function StoreSettings(): ReactNode {
  const { data, error, refetch } = useRead('getAllShopifyStores', {})
  const { rules } = useQueryPriceRules()
  const [edited, edit] = useEditAddress()
  const ask = useAct('checkShopifyStore')
  const check = useConnectionChecks((id) => ask.run({ id }), STORE_HEALTH)
  const row = data?.find(({ id }) => id === edited)
  const ruleName = (id: string | null): string | undefined => rules?.find((rule) => rule.id === id)?.name
  const card = (store: Store): ReactNode => (
    <StoreCard
      store={store}
      ruleName={ruleName(store.priceRuleId)}
      isChecking={check.checking.has(store.id)}
      onCheck={() => check.run(store.id)}
      onEdit={() => edit(store.id)}
    />
  )
  const add = (
    <Can call="addShopifyStore">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
        添加店铺
      </Button>
    </Can>
  )
  return (
    <>
      <SettingsList
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        hint="商品同步到这些Shopify店铺；标有「沙箱」的接在模拟器上，不会碰到真实的店。"
        action={add}
        empty="还没有店铺，添加后就能认领和同步商品。"
        card={card}
      />
      <Suspense fallback={null}>
        {edited === 'new' || row ? (
          <StoreDrawer
            key={edited}
            row={row}
            onClose={() => edit(undefined)}
            onSaved={(store) => {
              // Typed credentials are checked at once, while the person still has the shop's page open.
              if (store.health === 'unchecked' && store.can.checkShopifyStore === true) check.run(store.id)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}

type StoreCardProps = {
  store: Store
  ruleName: string | undefined
  isChecking: boolean
  onCheck: () => void
  onEdit: () => void
}

function StoreCard({ store, ruleName, isChecking, onCheck, onEdit }: StoreCardProps): ReactNode {
  const message = messageOf(store)
  return (
    <SettingsCard
      edge="store"
      title={store.name}
      marks={<EnvironmentMark environment={store.environment} />}
      subtitle={store.domain}
      health={<TableStateTag table={STORE_HEALTH} code={store.health} />}
      {...(message ? { message, isIll: store.health !== 'ok' || store.healthMessage !== '' } : {})}
      facts={factsOf(store, ruleName)}
      actions={<StoreActions store={store} isChecking={isChecking} onCheck={onCheck} onEdit={onEdit} />}
    />
  )
}

/** What is missing before products can be pushed, the most urgent first. */
function messageOf(store: Store): string | undefined {
  if (!store.hasSecret) return '没有保存凭据，不能连接。编辑店铺，填写应用的 Client ID 和 Client secret，或访问令牌。'
  if (store.health === 'unchecked') return '还没有检查过连接。检查后才知道币种、仓库和销售渠道。'
  const missing = [
    ...(store.healthMessage === '' ? [] : [store.healthMessage]),
    ...(store.priceRuleId === null ? ['没有定价规则，认领的商品不会自动定价'] : []),
    ...(store.locations.length > 0 && store.locationId === null ? ['没有选择仓库，库存不会同步'] : []),
    ...(store.publications.length > 0 && store.publicationIds.length === 0
      ? ['没有选择销售渠道，商品同步后顾客看不到']
      : []),
  ]
  return missing.length === 0 ? undefined : missing.join('；')
}

function factsOf(store: Store, ruleName: string | undefined): SettingsFact[] {
  const location = store.locations.find(({ id }) => id === store.locationId)?.name
  const channels = store.publications.filter(({ id }) => store.publicationIds.includes(id)).map(({ name }) => name)
  return [
    {
      label: `${STORE_FIELDS.currency.label} · ${STORE_FIELDS.plan.label}`,
      value: [store.currency, store.plan].filter(Boolean).join(' · ') || '检查后可知',
    },
    { label: STORE_FIELDS.locationId.label, value: location ?? '未选择' },
    { label: STORE_FIELDS.publicationIds.label, value: channels.join('、') || '未选择' },
    { label: STORE_FIELDS.priceRuleId.label, value: store.priceRuleId === null ? '未选择' : (ruleName ?? '已设置') },
    { label: STORE_FIELDS.locale.label, value: STORE_LOCALES[store.locale] },
    ...languageFacts(store),
    ...marketFacts(store),
    { label: STORE_FIELDS.checkedAt.label, value: <RelativeTime at={store.checkedAt} ago /> },
  ]
}

/** The shop's own languages, for which products are translated. They are read with each check. */
function languageFacts({ languages, languagesReadAt }: Store): SettingsFact[] {
  const primary = languages.find((one) => one.primary)
  const others = languages.filter((one) => !one.primary)
  const named = (those: readonly StoreLanguage[]): string => those.map(({ locale }) => languageName(locale)).join('、')
  const hidden = others.filter(({ published }) => !published)
  return [
    {
      label: STORE_FIELDS.languages.label,
      value: primary ? `${languageName(primary.locale)}（主语言）` : '检查后可知',
    },
    ...(primary
      ? [
          { label: '已发布的语言', value: named(others.filter(({ published }) => published)) || '没有' },
          ...(hidden.length > 0 ? [{ label: '未发布的语言', value: named(hidden) }] : []),
          { label: STORE_FIELDS.languagesReadAt.label, value: <RelativeTime at={languagesReadAt} ago /> },
        ]
      : []),
  ]
}

/** The shop's markets, which may have translations of their own. */
const marketFacts = ({ markets, marketsReadAt }: Store): SettingsFact[] =>
  marketsReadAt === null
    ? []
    : [
        {
          label: STORE_FIELDS.markets.label,
          value: markets.map(({ name, active }) => `${name}${active ? '' : '（未启用）'}`).join('、') || '没有',
        },
      ]

type ActionsProps = { store: Store; isChecking: boolean; onCheck: () => void; onEdit: () => void }

function StoreActions({ store, isChecking, onCheck, onEdit }: ActionsProps): ReactNode {
  const remove = useAct('deleteShopifyStore')
  async function ask(): Promise<void> {
    const isSure = await askConfirm({
      title: `移除店铺 ${store.name}？`,
      content: '只移除货桥里的连接和凭据，店铺里的商品不会改动。',
      okText: '移除',
      danger: true,
    })
    if (isSure && (await remove.run({ id: store.id, version: store.version })).ok) toast.success('已移除')
  }
  return (
    <>
      <Can call="checkShopifyStore">
        <CanButton allowed={store.can.checkShopifyStore} loading={isChecking} onClick={onCheck}>
          检查连接
        </CanButton>
      </Can>
      <Can call="updateShopifyStore">
        <CanButton allowed={store.can.updateShopifyStore} onClick={onEdit}>
          编辑
        </CanButton>
      </Can>
      <Can call="deleteShopifyStore">
        <CanButton danger allowed={store.can.deleteShopifyStore} loading={remove.isPending} onClick={() => void ask()}>
          移除
        </CanButton>
      </Can>
    </>
  )
}
