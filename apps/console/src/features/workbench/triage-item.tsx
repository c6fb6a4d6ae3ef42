import { SHIPMENT_STATES } from '@huoqiao/contract/deliveries/deliveries.status'
import { INBOX_STATES } from '@huoqiao/contract/inbox/inbox.status'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { SEVERITIES } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { TriageItem } from '@huoqiao/contract/workbench/workbench.schema'
import type { Hue } from '@huoqiao/contract/states'
import { TRIAGE_KINDS } from '@huoqiao/contract/workbench/workbench.status'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatTime } from '../../lib/format.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './triage.module.css'
import { SNOOZES } from './use-remedies.ts'
import type { Remedies } from './use-remedies.ts'

/** A kind that equals a state of its object has the same hue as that state in the lists. */
const OF_STATES: Partial<Record<TriageItem['kind'], Hue>> = {
  'placement-unknown': PURCHASE_STATES.unknown.hue,
  'price-gate': PURCHASE_STATES['price-check'].hue,
  'place-failed': PURCHASE_STATES['place-failed'].hue,
  'part-received': PURCHASE_STATES['part-received'].hue,
  'tracking-failed': SHIPMENT_STATES.failed.hue,
  'message-failed': INBOX_STATES.failed.hue,
}

/** One item that needs a person: what it is, why, how long it has waited, and the actions with their keys. */
export function TriageRow({ item, remedies }: { item: TriageItem; remedies: Remedies }): ReactNode {
  const isBusy = remedies.busy === item.key
  return (
    <li className={styles.item} data-item={item.key} data-severity={item.severity}>
      <StateTag hue={OF_STATES[item.kind] ?? SEVERITIES[item.severity].hue} label={TRIAGE_KINDS[item.kind].label} />
      <div className={styles.words}>
        <Link to={item.to} className={styles.title} data-title>
          {item.title}
        </Link>
        <p>{item.why}</p>
      </div>
      <span className={styles.since}>
        {item.snoozedUntil === null ? <RelativeTime at={item.since} ago /> : `暂缓到 ${formatTime(item.snoozedUntil)}`}
      </span>
      <div className={styles.steps}>
        {item.remedies.map((remedy) => (
          <CanButton
            key={remedy.key}
            size="small"
            type={remedy.key === 'a' || remedy.to !== null ? 'primary' : 'default'}
            loading={isBusy && (remedy.key === 'a' || remedy.key === 'c')}
            allowed={remedy.allowed}
            onClick={() => void remedies.take(item, remedy)}
          >
            {remedy.label} <kbd>{remedy.key.toUpperCase()}</kbd>
          </CanButton>
        ))}
        {item.snoozedUntil === null ? (
          <Dropdown
            trigger={['click']}
            menu={{
              items: SNOOZES.map(({ key, label }) => ({ key, label })),
              onClick: ({ key }) => {
                const snooze = SNOOZES.find((one) => one.key === key)
                if (snooze) void remedies.snooze([item.key], snooze.until)
              },
            }}
          >
            <Button size="small">
              暂缓 <kbd>S</kbd>
            </Button>
          </Dropdown>
        ) : (
          <Button size="small" onClick={() => void remedies.snooze([item.key], () => 0)}>
            放回
          </Button>
        )}
      </div>
    </li>
  )
}
