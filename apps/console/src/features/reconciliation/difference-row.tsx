import type {
  Difference,
  DifferenceFigure,
  DifferenceObject,
} from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { DIFFERENCE_KINDS, DIFFERENCE_STATES, SEVERITIES } from '@huoqiao/contract/reconciliation/reconciliation.status'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatTime } from '../../lib/format.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateTag, TableStateTag } from '../../ui/state-tag.tsx'
import type { DifferenceActs } from './use-difference-acts.ts'
import styles from './reconciliation.module.css'

type DifferenceRowProps = {
  one: Difference
  isPicked: boolean
  onPick: (isRange: boolean) => void
  acts: DifferenceActs
  /** the facts that its group shows already */
  shownAbove?: readonly SharedFact[]
}
export type SharedFact = 'why' | 'affects' | 'next'
const NONE_ABOVE: readonly SharedFact[] = []

/** One difference: what happened, both sides beside each other, the objects it affects, and the action that repairs it. */
export function DifferenceRow({ one, isPicked, onPick, acts, shownAbove = NONE_ABOVE }: DifferenceRowProps): ReactNode {
  const { can, repair } = one
  const isBusy = acts.busy.has(one.id)
  return (
    <li className={styles.difference} data-severity={one.severity} data-difference={one.id}>
      <Checkbox
        checked={isPicked}
        aria-label={`选中 ${one.what}`}
        onChange={(event) => onPick(event.nativeEvent.shiftKey)}
      />
      <div className={styles.words}>
        <h2>
          <StateTag hue={SEVERITIES[one.severity].hue} label={DIFFERENCE_KINDS[one.kind].label} />
          <span>{one.what}</span>
        </h2>
        <FactList
          layout="rows"
          facts={[
            ...sharedFacts(one)
              .filter(([key]) => !shownAbove.includes(key))
              .map(([, label, text]) => [label, text] as const),
            ['相关', <Objects key="objects" one={one} />],
          ]}
        />
        {one.repairMessage === '' ? null : <p className={styles.reported}>{one.repairMessage}</p>}
        {one.ignored ? (
          <p className={styles.reported}>
            {one.ignored.by} 于 {formatTime(one.ignored.at)} 忽略：{one.ignored.note}
          </p>
        ) : null}
      </div>
      <Figures one={one} />
      <div className={styles.steps}>
        {one.state === 'open' ? (
          <>
            {repair === null ? null : (
              <CanButton
                type="primary"
                size="small"
                loading={isBusy}
                allowed={can['mendDifferences']}
                onClick={() => void acts.repair([one])}
              >
                {repair.label}
              </CanButton>
            )}
            <CanButton size="small" allowed={can['recheckDifferences']} onClick={() => void acts.recheck([one])}>
              重新核对
            </CanButton>
            <CanButton size="small" allowed={can['ignoreDifferences']} onClick={() => void acts.ignore([one])}>
              忽略
            </CanButton>
          </>
        ) : (
          <TableStateTag table={DIFFERENCE_STATES} code={one.state} />
        )}
        {one.state === 'ignored' ? (
          <CanButton size="small" allowed={can['reopenDifferences']} onClick={() => void acts.reopen([one])}>
            取消忽略
          </CanButton>
        ) : null}
        <small>
          <RelativeTime at={one.firstSeenAt} />
        </small>
      </div>
    </li>
  )
}

/** The sentences that differences with the same cause often share. */
export const sharedFacts = (one: Difference): readonly (readonly [SharedFact, string, string])[] => [
  ['why', '为什么', one.why],
  ['affects', '影响', one.affects],
  ['next', '下一步', one.next],
]

/** The name of the site that an external address belongs to. */
const EXTERNAL: Readonly<Partial<Record<DifferenceObject['kind'], string>>> = {
  'alibaba-order': '1688订单',
  offer: '1688货源',
  'shop-product': '店铺后台',
}

function Objects({ one }: { one: Difference }): ReactNode {
  return (
    <span className={styles.objects}>
      {one.objects.map(({ kind, id, label, to }) =>
        to === null ? (
          <span key={`${kind} ${id}`}>{label}</span>
        ) : to.startsWith('/') && !to.startsWith('/api/') ? (
          <Link key={`${kind} ${id}`} to={to}>
            {label}
          </Link>
        ) : (
          <a key={`${kind} ${id}`} href={to} target="_blank" rel="noreferrer">
            {EXTERNAL[kind] ?? ''} {label}
          </a>
        ),
      )}
    </span>
  )
}

const FEW = 3

function Figures({ one }: { one: Difference }): ReactNode {
  const rest = one.figures.length - FEW
  return (
    <div className={styles.figures}>
      {one.figures.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th />
              <th>这里</th>
              <th>对方</th>
            </tr>
          </thead>
          <tbody>
            {one.figures.slice(0, FEW).map((figure) => (
              <tr key={figure.label} data-unit={figure.unit}>
                <td title={figure.label}>{figure.label}</td>
                <td>
                  <Side value={figure.ours} unit={figure.unit} />
                </td>
                <td>
                  <Side value={figure.theirs} unit={figure.unit} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {rest > 0 ? <small title={one.affects}>还有 {rest} 项</small> : null}
      {one.figures.length === 0 && one.amountMinor !== null ? (
        <MoneyText amount={{ minor: one.amountMinor, currency: 'CNY' }} strong />
      ) : null}
    </div>
  )
}

function Side({ value, unit }: { value: number | string | null; unit: DifferenceFigure['unit'] }): ReactNode {
  if (value === null) return unit === 'fen' ? null : '–'
  if (typeof value === 'string') return <span title={value}>{value === '' ? '（空）' : value}</span>
  return unit === 'fen' ? <MoneyText amount={{ minor: value, currency: 'CNY' }} /> : <>{value} 件</>
}
