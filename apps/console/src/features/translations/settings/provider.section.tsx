import { PlusOutlined } from '@ant-design/icons'
import { PROVIDER_FIELDS } from '@huoqiao/contract/translations/providers.fields'
import type { TranslationProvider } from '@huoqiao/contract/translations/providers.schema'
import { PROVIDER_KINDS } from '@huoqiao/contract/translations/providers.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { toast } from '../../../lib/client.ts'
import { useEditAddress } from '../../../lib/edit-address.ts'
import { formatCount, yuanText } from '../../../lib/format.ts'
import { Can } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SettingsCard, SettingsList } from '../../../ui/settings-list.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import type { SectionHead } from '../../../ui/section-page.tsx'

const ProviderDrawer = lazy(() => import('./provider.drawer.tsx'))

/** The services that texts are translated with. */
export default function ProviderSection({ head }: { head: SectionHead }): ReactNode {
  const { data, error, refetch } = useRead('queryTranslationProviders', {})
  const [edited, edit] = useEditAddress()
  const row = data?.find(({ id }) => id === edited)
  const card = (provider: TranslationProvider): ReactNode => (
    <ProviderCard provider={provider} onEdit={() => edit(provider.id)} onTested={() => void refetch()} />
  )
  return (
    <ListPage {...head} subtitle="术语和记忆里没有的，由它们翻译；一个也没有时，前面几种照样能用">
      <SettingsList
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        hint="按顺序用第一个启用的；批量翻译前会先给出预计花费。"
        action={
          <Can call="addTranslationProvider">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
              新增翻译服务
            </Button>
          </Can>
        }
        empty="还没有翻译服务。可以接 DeepL、Google、Azure、阿里云，或任何 OpenAI 兼容的大模型接口。"
        card={card}
      />
      <Suspense fallback={null}>
        {edited === 'new' || row ? <ProviderDrawer key={edited} row={row} onClose={() => edit(undefined)} /> : null}
      </Suspense>
    </ListPage>
  )
}

type ProviderCardProps = { provider: TranslationProvider; onEdit: () => void; onTested: () => void }

function ProviderCard({ provider, onEdit, onTested }: ProviderCardProps): ReactNode {
  const test = useAct('testTranslationProvider')
  const remove = useAct('deleteTranslationProvider')
  const { can } = provider
  async function translate(): Promise<void> {
    const done = await test.run({ id: provider.id })
    if (done.ok) toast.success(`“${done.data.source}”译成“${done.data.text}”，${done.data.chars} 个字符`)
    // The server stores the failure with the provider, so it is read again.
    else onTested()
  }
  async function ask(): Promise<void> {
    const isSure = await askConfirm({
      title: `删除翻译服务 ${provider.name}？`,
      content: '正在用它的批量翻译会暂停；花费记录保留。',
      okText: '删除',
      danger: true,
    })
    if (isSure && (await remove.run({ id: provider.id, version: provider.version })).ok) toast.success('已删除')
  }
  const isIll = provider.lastProblem !== ''
  return (
    <>
      <SettingsCard
        edge="ours"
        title={provider.name}
        marks={provider.enabled ? null : <StateTag hue="waiting" label="已停用" bare />}
        subtitle={PROVIDER_KINDS[provider.kind]}
        health={
          provider.lastUsedAt === null ? (
            <StateTag hue="waiting" label="还没有用过" />
          ) : (
            <StateTag hue={isIll ? 'failed' : 'done'} label={isIll ? '最近一次失败' : '正常'} />
          )
        }
        {...(isIll && !test.error ? { message: provider.lastProblem, isIll } : {})}
        facts={[
          {
            label: PROVIDER_FIELDS.address.label,
            value: <span className="hq-mono">{provider.address}</span>,
            isLong: true,
          },
          { label: PROVIDER_FIELDS.pricePerMillion.label, value: yuanText(provider.pricePerMillion) },
          ...(provider.readsPictures
            ? [{ label: PROVIDER_FIELDS.pricePerPicture.label, value: yuanText(provider.pricePerPicture) }]
            : []),
          {
            label: PROVIDER_FIELDS.monthSpent.label,
            value: `${yuanText(provider.monthSpent)}，${formatCount(provider.monthChars)} 字符${
              provider.monthPictures > 0 ? `，${formatCount(provider.monthPictures)} 张图片` : ''
            }`,
          },
          {
            label: PROVIDER_FIELDS.monthlyBudget.label,
            value: provider.monthlyBudget === null ? '不限' : yuanText(provider.monthlyBudget),
          },
          { label: PROVIDER_FIELDS.lastUsedAt.label, value: <RelativeTime at={provider.lastUsedAt} ago /> },
        ]}
        actions={
          <>
            <Can call="testTranslationProvider">
              <CanButton
                allowed={can['testTranslationProvider']}
                loading={test.isPending}
                onClick={() => void translate()}
              >
                试译
              </CanButton>
            </Can>
            <Can call="updateTranslationProvider">
              <CanButton allowed={can['updateTranslationProvider']} onClick={onEdit}>
                编辑
              </CanButton>
            </Can>
            <Can call="deleteTranslationProvider">
              <CanButton
                danger
                allowed={can['deleteTranslationProvider']}
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
