import { RightOutlined } from '@ant-design/icons'
import type { DryRunField, PriceSummary, ShopChange } from '@huoqiao/contract/shop-change'
import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { memo, useState } from 'react'
import type { Amount } from '../../../lib/format.ts'
import type { CompareRow } from '../../../ui/compare-table.tsx'
import { CompareTable } from '../../../ui/compare-table.tsx'
import { MoneyRange } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { comparable, excerpt } from './dry-run-text.rules.ts'
import type { Choice, IsChoosable } from './dry-run.rules.ts'
import { changedFields, isGoing, isOfVariant, isPicked, mayWrite, variantCounts } from './dry-run.rules.ts'
import styles from './dry-run-item.module.css'

type DryRunEntryProps = {
  item: ShopChange
  choice: Choice | undefined
  isOpenAtFirst: boolean
  onTake: (item: ShopChange, isTaken: boolean) => void
  /** absent: it can only be written as a whole */
  onPick?: (item: ShopChange, fields: readonly string[], isPicked: boolean) => void
  /** given: only these fields can be picked, which replaces what the shop has with ours */
  isChoosable?: IsChoosable | undefined
}

const ACTIONS = {
  create: { hue: 'moving', label: '新建' },
  update: { hue: 'moving', label: '更新' },
  delete: { hue: 'failed', label: '删除' },
  none: { hue: 'done', label: '无变化' },
  blocked: { hue: 'failed', label: '不能写入' },
} as const

/** One product in one store: one line when folded, the comparison when unfolded (beyond, item 1). */
export const DryRunEntry = memo(function DryRunEntry(props: DryRunEntryProps): ReactNode {
  const { item, choice, isOpenAtFirst, onTake } = props
  const [isOpen, open] = useState(isOpenAtFirst)
  const { hue, label } = ACTIONS[item.action]
  const blocks = item.problems.filter((one) => one.level === 'blocks')
  return (
    <li className={styles.entry} data-action={item.action}>
      <div className={styles.head}>
        <Checkbox
          aria-label={`写入 ${item.title} 到 ${item.storeName}`}
          disabled={!mayWrite(item)}
          checked={isGoing(item, choice)}
          onChange={(event) => onTake(item, event.target.checked)}
        />
        <button type="button" className={styles.line} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          <RightOutlined className={styles.arrow} rotate={isOpen ? 90 : 0} />
          <Picture src={item.image} alt="" size={36} />
          <span className={styles.words}>
            <b>{item.title || '（还没有标题）'}</b>
            <span className={styles.store}>{item.storeName}</span>
          </span>
          <Counts item={item} isChoosable={props.isChoosable} />
          <StateTag hue={hue} label={label} />
        </button>
      </div>
      {!isOpen && blocks.length > 0 ? (
        <p className={styles.blocked}>{blocks.map((one) => one.message).join('；')}</p>
      ) : null}
      {isOpen ? <Body {...props} /> : null}
    </li>
  )
})

function Counts({ item, isChoosable }: Pick<DryRunEntryProps, 'item' | 'isChoosable'>): ReactNode {
  const changed = changedFields(item)
  const disputed = isChoosable ? item.fields.filter(isChoosable) : changed.filter((field) => field.conflict)
  const conflicts = disputed.length
  const warns = item.problems.filter((one) => one.level === 'warns').length
  return (
    <span className={styles.counts}>
      {item.action === 'create' && item.priceSummary ? <NewPrices of={item.priceSummary} /> : null}
      {item.action === 'update' ? <span>{onlyChange(changed) ?? `${changed.length} 处变化`}</span> : null}
      {conflicts > 0 ? <StateTag hue="attention" bare label={`店铺里被改过 ${conflicts} 处`} /> : null}
      {warns > 0 ? <StateTag hue="attention" bare label={`${warns} 条提醒`} /> : null}
    </span>
  )
}

/** Prices and margin of a product that is new in the shop, shown without unfolding its fields. */
function NewPrices({ of: { variants, currency, price, marginPercent } }: { of: PriceSummary }): ReactNode {
  const amount = (minor: number): Amount => ({ minor, currency })
  return (
    <span>
      {variants} 个变体 · {price === null ? '没有价格' : <MoneyRange min={amount(price.min)} max={amount(price.max)} />}{' '}
      · {marginPercent === null ? '毛利未知' : `毛利 ${percentSpan(marginPercent)}`}
    </span>
  )
}

const percentSpan = ({ min, max }: { min: number; max: number }): string =>
  min === max ? `${min}%` : `${min}%–${max}%`

/** Longer values are shown only in the table. */
const SHORT = 24

/** A single change is shown in the folded line, so that many rows can be read without unfolding each. */
function onlyChange([only, ...others]: readonly DryRunField[]): string | undefined {
  if (!only || others.length > 0) return undefined
  const [before, after] = [only.storeNow ?? only.ours ?? '', only.willBecome ?? '']
  const isShort = before.length <= SHORT && after.length <= SHORT
  return isShort ? `${only.label}：${before} → ${after}` : undefined
}

function Body({ item, choice, onPick, isChoosable }: DryRunEntryProps): ReactNode {
  const fields = item.fields.filter((field) => !isOfVariant(field))
  const variants = item.fields.filter(isOfVariant)
  const mayPick = isChoosable ? item.fields.some(isChoosable) : mayWrite(item)
  const pick = mayPick && onPick ? (key: string, isOn: boolean): void => onPick(item, [key], isOn) : undefined
  return (
    <div className={styles.body}>
      <Problems item={item} />
      {fields.length > 0 ? (
        <Comparison fields={fields} choice={choice} onPick={pick} isChoosable={isChoosable} />
      ) : null}
      {variants.length > 0 ? (
        <Variants
          isOpenAtFirst={item.action === 'delete'}
          fields={variants}
          choice={choice}
          onPick={pick}
          onPickAll={(all, isOn) => onPick?.(item, all, isOn)}
        />
      ) : null}
      {item.fields.length === 0 && item.problems.length === 0 ? (
        <p className={styles.same}>店铺里的内容和我们的一致，不需要同步。</p>
      ) : null}
    </div>
  )
}

function Problems({ item }: { item: ShopChange }): ReactNode {
  if (item.problems.length === 0) return null
  return (
    <ul className={styles.problems}>
      {item.problems.map((problem) => (
        <li key={`${problem.field ?? ''}${problem.message}`} data-level={problem.level}>
          <StateTag
            hue={problem.level === 'blocks' ? 'failed' : 'attention'}
            label={problem.level === 'blocks' ? '不能写入' : '提醒'}
          />
          <span>{problem.message}</span>
          <span className={styles.advice}>{problem.advice}</span>
        </li>
      ))}
    </ul>
  )
}

type FieldsProps = Pick<DryRunEntryProps, 'isChoosable'> & {
  fields: readonly DryRunField[]
  choice: Choice | undefined
  onPick: ((key: string, isPicked: boolean) => void) | undefined
}

function Comparison({ fields, choice, onPick, isChoosable }: FieldsProps): ReactNode {
  const picked = new Set(fields.filter((field) => isPicked(field, choice)).map((field) => field.field))
  const rows = fields.map((field) => ({ ...rowOf(field), ...(isChoosable ? { mayPick: isChoosable(field) } : {}) }))
  const head = isChoosable ? { pickHead: '用我们的' } : {}
  return <CompareTable rows={rows} {...(onPick ? { picked, onPick, ...head } : {})} />
}

/** Empty before and after: an empty field of a new product. */
const isNothing = (field: DryRunField): boolean =>
  field.change === 'create' && field.storeNow === null && (field.willBecome ?? '') === ''

function rowOf(field: DryRunField): CompareRow {
  const { field: key, label, market, why, change, conflict } = field
  const isHtml = key === 'descriptionHtml'
  const [now, next] = isHtml ? comparable(field.storeNow, field.willBecome) : [field.storeNow, field.willBecome]
  const [ours] = isHtml ? comparable(field.ours, field.storeNow) : [field.ours]
  return {
    key,
    label,
    ...(market === undefined ? {} : { market }),
    storeNow: now === null ? null : excerpt(now, next),
    ours: ours === null ? null : excerpt(ours, now),
    willBecome: next === null ? null : excerpt(next, now),
    why,
    isChanged: change !== 'none' && !isNothing(field),
    isConflict: conflict,
  }
}

/** How many variant rows are rendered at once: a product may have 2,048 with nine fields each. */
const ROWS = 120

function Variants({
  fields,
  choice,
  onPick,
  onPickAll,
  isOpenAtFirst,
}: FieldsProps & {
  onPickAll: (fields: readonly string[], isPicked: boolean) => void
  isOpenAtFirst: boolean
}): ReactNode {
  const [isOpen, open] = useState(isOpenAtFirst)
  const [limit, setLimit] = useState(ROWS)
  const changed = fields.filter((field) => field.change !== 'none')
  const conflicts = changed.filter((field) => field.conflict)
  const picked = changed.filter((field) => isPicked(field, choice)).length
  const shown = changed.slice(0, limit)
  return (
    <section className={styles.variants}>
      <header>
        <Button
          type="text"
          aria-expanded={isOpen}
          disabled={changed.length === 0}
          title={changed.length === 0 ? '变体没有变化' : undefined}
          onClick={() => open(!isOpen)}
        >
          <RightOutlined className={styles.arrow} rotate={isOpen ? 90 : 0} />
          变体
        </Button>
        <span className={styles.counts}>
          {changed.length === 0
            ? '没有变化'
            : variantCounts(fields)
                .map(({ label, count }) => `${label} ${count}`)
                .join(' · ')}
          {conflicts.length > 0 ? (
            <StateTag hue="attention" bare label={`店铺里被改过 ${conflicts.length} 处`} />
          ) : null}
        </span>
        {onPick && changed.length > 0 ? (
          <Checkbox
            checked={picked > 0}
            indeterminate={picked > 0 && picked < changed.length}
            onChange={(event) =>
              onPickAll(
                changed.map((field) => field.field),
                event.target.checked,
              )
            }
          >
            已勾选 {picked} / {changed.length}
          </Checkbox>
        ) : null}
      </header>
      {isOpen ? (
        <>
          <Comparison fields={shown} choice={choice} onPick={onPick} />
          {changed.length > limit ? (
            <Button type="text" onClick={() => setLimit(limit + ROWS)}>
              还有 {changed.length - limit} 处，再看 {ROWS} 处
            </Button>
          ) : null}
        </>
      ) : null}
    </section>
  )
}
