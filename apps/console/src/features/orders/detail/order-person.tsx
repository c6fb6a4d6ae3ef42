import { EyeOutlined } from '@ant-design/icons'
import type { OrderDetail, OrderPerson } from '@huoqiao/contract/orders/orders.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { copyText } from '../../../lib/clipboard.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { askText } from '../../../ui/dialogs.store.ts'
import styles from './order-detail.module.css'
import { countryName } from '../order.words.ts'

const GONE: Readonly<Record<Exclude<OrderPerson['status'], 'held'>, string>> = {
  absent: '店铺没有给出客户信息。',
  redacted: '已按请求删除客户信息。',
  expired: '已过保存期限，客户信息不再保存；需要时从店铺刷新。',
}

/**
 * The shopper and the address. Masked for people without the right; a person with the right gives a reason and sees the data until this
 * drawer closes.
 */
export function Person({ order }: { order: OrderDetail }): ReactNode {
  const [revealed, show] = useState<OrderPerson>()
  const person = revealed ?? order.person
  if (person.status !== 'held') return <p className={styles.faint}>{GONE[person.status]}</p>
  const address = person.address.length === 0 ? [countryName(person.country)] : person.address
  const lines = [person.name, ...address, person.phone, person.email]
  const shown = lines.filter((line): line is string => line !== null && line !== '')
  return (
    <div className={styles.person}>
      <address>
        {[...new Set(shown)].map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      {person.masked ? (
        <Masked orderId={order.id} onShow={show} />
      ) : (
        <Button type="link" onClick={() => void copyText(shown.join('\n'))}>
          复制地址
        </Button>
      )}
      {revealed ? <p className={styles.faint}>已记入操作日志；关闭后重新打码。</p> : null}
      {person.note === '' ? null : <p className={styles.shopper}>客户留言：{person.note}</p>}
    </div>
  )
}

type MaskedProps = { orderId: string; onShow: (person: OrderPerson) => void }

function Masked({ orderId, onShow }: MaskedProps): ReactNode {
  const mayReveal = useMay('revealCustomer')
  const reveal = useAct('revealCustomer')
  async function look(): Promise<void> {
    await askText({
      title: '查看客户信息',
      label: '查看原因',
      placeholder: '例如：核对收货地址',
      content: '只显示这一张订单，关闭后重新打码；谁、什么时候、为什么看过，都记入操作日志。',
      maxLength: 200,
      isRequired: true,
      okText: '查看',
      async submit(reason, close) {
        const done = await reveal.run({ orderId, reason: reason.trim() })
        if (!done.ok) return
        close()
        onShow(done.data)
      },
    })
  }
  if (!mayReveal)
    return <p className={styles.faint}>您没有“查看客户信息”的权限，所以只显示首尾。需要时请管理员在角色管理里授予。</p>
  return (
    <p className={styles.faint}>
      客户信息已打码。
      <Button type="link" icon={<EyeOutlined />} loading={reveal.isPending} onClick={() => void look()}>
        查看
      </Button>
    </p>
  )
}
