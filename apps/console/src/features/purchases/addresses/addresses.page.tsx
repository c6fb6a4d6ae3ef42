import { ADDRESS_FIELDS } from '@huoqiao/contract/purchases/addresses.fields'
import { PlusOutlined } from '@ant-design/icons'
import type { ReceivingAddress } from '@huoqiao/contract/purchases/addresses.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { toast } from '../../../lib/client.ts'
import { useEditAddress } from '../../../lib/edit-address.ts'
import { Can, useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { ListPage } from '../../../ui/list-page.tsx'
import { SettingsCard, SettingsList } from '../../../ui/settings-list.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'

const AddressDrawer = lazy(() => import('./address.drawer.tsx'))

/** /purchase/address: the warehouses that 1688 sends to. */
export default function AddressesPage(): ReactNode {
  const { data, error, refetch } = useRead('queryReceivingAddresses', {})
  const [edited, edit] = useEditAddress()
  const row = data?.find(({ id }) => id === edited)
  const card = (address: ReceivingAddress): ReactNode => (
    <AddressCard address={address} onEdit={() => edit(address.id)} />
  )
  return (
    <ListPage title="收货地址" subtitle="采购单发往的仓库；没有指定时用默认地址">
      <SettingsList
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        hint="可以粘贴整段地址让1688识别，也可以从1688账号里保存的地址挑。"
        action={
          <Can call="addReceivingAddress">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
              添加收货地址
            </Button>
          </Can>
        }
        empty="还没有收货地址，添加后才能生成采购单。"
        card={card}
      />
      <Suspense fallback={null}>
        {edited === 'new' || row ? (
          <AddressDrawer key={edited} row={row} isFirst={data?.length === 0} onClose={() => edit(undefined)} />
        ) : null}
      </Suspense>
    </ListPage>
  )
}

function AddressCard({ address, onEdit }: { address: ReceivingAddress; onEdit: () => void }): ReactNode {
  const remove = useAct('deleteReceivingAddress')
  const mayEdit = useMay('updateReceivingAddress')
  const mayDelete = useMay('deleteReceivingAddress')
  async function ask(): Promise<void> {
    const isSure = await askConfirm({
      title: `删除收货地址 ${address.name}？`,
      content: '已经下过的采购单不受影响；正在用它的采购单会拒绝删除。',
      okText: '删除',
      danger: true,
    })
    if (isSure && (await remove.run({ id: address.id, version: address.version })).ok) toast.success('已删除')
  }
  return (
    <SettingsCard
      edge="ours"
      title={address.name}
      marks={address.isDefault ? <StateTag hue="done" label="默认" bare /> : null}
      subtitle={`${address.fullName} ${address.mobile || address.phone}`}
      facts={[
        {
          label: ADDRESS_FIELDS.address.label,
          isLong: true,
          value: `${address.provinceText} ${address.cityText} ${address.areaText} ${address.townText} ${address.address}`,
        },
        { label: ADDRESS_FIELDS.postCode.label, value: address.postCode || '–' },
        { label: ADDRESS_FIELDS.remoteAddressId.label, value: address.remoteAddressId ?? '不用1688保存的地址' },
        ...(address.note ? [{ label: ADDRESS_FIELDS.note.label, value: address.note, isLong: true }] : []),
      ]}
      actions={
        <>
          <CanButton allowed={mayEdit ? address.can['updateReceivingAddress'] : NO_RIGHT} onClick={onEdit}>
            编辑
          </CanButton>
          <CanButton
            danger
            allowed={mayDelete ? address.can['deleteReceivingAddress'] : NO_RIGHT}
            loading={remove.isPending}
            onClick={() => void ask()}
          >
            删除
          </CanButton>
        </>
      }
    />
  )
}
