import { PRICE_RULE_FIELDS } from '@huoqiao/contract/pricing/pricing.fields'
import type { PriceRule } from '@huoqiao/contract/pricing/pricing.schema'
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useEditAddress } from '../../../lib/edit-address.ts'
import { Can, formatPercent, toast, useAct, useRead } from '../../../lib/index.ts'
import { askConfirm, CanButton, RelativeTime } from '../../../ui/index.ts'
import { SettingsCard, SettingsList } from '../../../ui/settings-list.tsx'
import { ruleWords } from './rule.words.ts'

const RuleDrawer = lazy(() => import('./rule-drawer.tsx'))

/** The rules that turn a cost in yuan into a price in a store. */
export default function RuleSettings(): ReactNode {
  const { data, error, refetch } = useRead('queryPriceRules', {})
  const [edited, edit] = useEditAddress()
  const row = data?.find(({ id }) => id === edited)
  const card = (rule: PriceRule): ReactNode => (
    <SettingsCard
      edge="ours"
      title={rule.name}
      subtitle={rule.currency}
      message={ruleWords(rule)}
      facts={[
        { label: PRICE_RULE_FIELDS.rate.label, value: `1 ${rule.currency} = ${rule.rate} 元` },
        { label: PRICE_RULE_FIELDS.feePercent.label, value: formatPercent(rule.feePercent) },
        {
          label: PRICE_RULE_FIELDS.floorMarginPercent.label,
          value: `${formatPercent(rule.floorMarginPercent)}，低于时同步前提醒`,
        },
        { label: PRICE_RULE_FIELDS.updatedAt.label, value: <RelativeTime at={rule.updatedAt} ago /> },
      ]}
      actions={<RuleActions rule={rule} onEdit={() => edit(rule.id)} />}
    />
  )
  return (
    <>
      <SettingsList
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        hint="从1688成本算出店铺售价；每个店铺用一条币种相同的规则，人工定过的价格不会被规则改动。"
        action={
          <Can call="addPriceRule">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
              新增规则
            </Button>
          </Can>
        }
        empty="还没有定价规则，新增后店铺才能自动定价。"
        card={card}
      />
      <Suspense fallback={null}>
        {edited === 'new' || row ? <RuleDrawer key={edited} row={row} onClose={() => edit(undefined)} /> : null}
      </Suspense>
    </>
  )
}

function RuleActions({ rule, onEdit }: { rule: PriceRule; onEdit: () => void }): ReactNode {
  const remove = useAct('deletePriceRule')
  async function ask(): Promise<void> {
    const isSure = await askConfirm({
      title: `删除定价规则 ${rule.name}？`,
      content: '已经算好的价格不会改动。',
      okText: '删除',
      danger: true,
    })
    if (isSure && (await remove.run({ id: rule.id, version: rule.version })).ok) toast.success('已删除')
  }
  return (
    <>
      <Can call="updatePriceRule" fallback={<Button onClick={onEdit}>查看</Button>}>
        <CanButton allowed={rule.can.updatePriceRule} onClick={onEdit}>
          编辑
        </CanButton>
      </Can>
      <Can call="deletePriceRule">
        <CanButton danger allowed={rule.can.deletePriceRule} loading={remove.isPending} onClick={() => void ask()}>
          删除
        </CanButton>
      </Can>
    </>
  )
}
