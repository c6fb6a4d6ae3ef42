import { AutoComplete } from 'antd'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useRead } from '../../../lib/use-call.ts'

type CarrierFieldProps = { label: string; value: string; onChange: (carrier: string) => void; isShort?: boolean }

/** The courier: one of the dictionary, or any other name. For a courier that the shop knows, the server uses the shop's spelling. */
export function CarrierField({ label, value, onChange, isShort = false }: CarrierFieldProps): ReactNode {
  const { data } = useRead('getShipCarriers', {}, { staleTime: 60_000 })
  const options = useMemo(
    () =>
      (data?.carriers ?? []).map(({ code, label: name, knownCarrier }) => ({
        value: name,
        label: knownCarrier === null ? `${name}（附查询网址）` : name,
        words: `${name} ${code} ${knownCarrier ?? ''}`.toLowerCase(),
      })),
    [data],
  )
  return (
    <AutoComplete
      aria-label={label}
      placeholder={isShort ? '承运商' : '承运商：选择或填写'}
      style={{ width: isShort ? 150 : '100%' }}
      popupMatchSelectWidth={240}
      value={value}
      options={options}
      showSearch={{ filterOption: (typed, option) => (option?.words ?? '').includes(typed.trim().toLowerCase()) }}
      onChange={(next: string) => onChange(next ?? '')}
    />
  )
}
