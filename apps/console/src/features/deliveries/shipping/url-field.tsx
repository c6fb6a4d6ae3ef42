import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useRead } from '../../../lib/use-call.ts'
import styles from './ship.module.css'
import { exampleOf, templateOf, wrongUrls } from './tracking-url.ts'

type UrlFieldProps = {
  label: string
  carrier: string
  numbers: readonly string[]
  value: string
  onChange: (url: string) => void
}

/** The tracking address for the shopper, asked only for couriers that the shop does not know. */
export function UrlField({ label, carrier, numbers, value, onChange }: UrlFieldProps): ReactNode {
  const { data } = useRead('getShipCarriers', {}, { staleTime: 60_000 })
  const template = data === undefined || carrier.trim() === '' ? null : templateOf(data, carrier)
  if (template === null) return null
  const wrong = wrongUrls(value, carrier, numbers)
  return (
    <label className={styles.url}>
      <span>查询网址</span>
      <Input
        aria-label={label}
        placeholder={exampleOf(template, carrier.trim(), numbers)}
        maxLength={2_000}
        status={wrong === undefined ? '' : 'error'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <small className={wrong === undefined ? styles.says : styles.ill}>
        {wrong ?? `店铺不认识“${carrier.trim()}”，客户收到的是这个网址；留空就用灰色的`}
      </small>
    </label>
  )
}
