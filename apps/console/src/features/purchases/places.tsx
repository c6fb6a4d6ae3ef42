import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useRead } from '../../lib/use-call.ts'
import { useMay } from '../../lib/permission.tsx'

type PlaceProps = {
  value: string | undefined
  onChange: (id: string | undefined) => void
  placeholder: string
  width?: number
  /** absent: the choice may be cleared again */
  isNeeded?: boolean
  isDisabled?: boolean
}

/** The names of accounts and addresses by id, to show what was chosen. */
export function usePlaceNames(): ReadonlyMap<string, string> {
  const accounts = useRead('queryMarketplaceAccountNames', {}, { staleTime: 60_000 })
  const addresses = useRead('queryReceivingAddresses', {}, { staleTime: 60_000 })
  return new Map([...(accounts.data ?? []), ...(addresses.data ?? [])].map(({ id, name }) => [id, name]))
}

/** The 1688 account that buys. Accounts change rarely: one answer serves every picker of a page. */
export function AccountSelect(props: PlaceProps): ReactNode {
  const { data } = useRead('queryMarketplaceAccountNames', {}, { staleTime: 60_000 })
  const options = (data ?? []).map((one) => ({
    value: one.id,
    label: `${one.name}${one.isDefault ? '（默认）' : ''}${one.environment === 'sandbox' ? ' · 沙箱' : ''}`,
  }))
  return <Place {...props} options={options} none="还没有1688账号" />
}

/** The warehouse that goods are sent to. */
export function AddressSelect(props: PlaceProps): ReactNode {
  const isAllowed = useMay('queryReceivingAddresses')
  const { data } = useRead('queryReceivingAddresses', {}, { staleTime: 60_000, enabled: isAllowed })
  const options = (data ?? []).map((one) => ({
    value: one.id,
    label: `${one.name}${one.isDefault ? '（默认）' : ''}`,
    title: `${one.fullName} ${one.provinceText}${one.cityText}${one.areaText}${one.address}`,
  }))
  return <Place {...props} options={options} none={isAllowed ? '还没有收货地址' : '没有查看收货地址的权限'} />
}

type Options = { options: { value: string; label: string; title?: string }[]; none: string }

function Place({ value, onChange, placeholder, width, isNeeded, isDisabled, options, none }: PlaceProps & Options) {
  return (
    <Select
      aria-label={placeholder}
      style={{ width: width ?? '100%' }}
      placeholder={placeholder}
      allowClear={!isNeeded}
      disabled={isDisabled ?? false}
      value={value}
      options={options}
      notFoundContent={none}
      onChange={(id: string | undefined) => onChange(id)}
    />
  )
}
