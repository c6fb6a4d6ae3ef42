import { CloseOutlined, DeleteOutlined, LeftOutlined, PlusOutlined, RightOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { usePreference } from '../../../../lib/preferences.ts'
import { askConfirm } from '../../../../ui/dialogs.store.ts'
import { FieldMark } from '../field-mark.tsx'
import { newId } from '../new-id.ts'
import type { Matrix } from './options.rules.ts'
import {
  addOption,
  addValue,
  moveOption,
  moveValue,
  removeOption,
  removeValue,
  renameOption,
  renameValue,
  variantsWith,
} from './options.rules.ts'
import styles from './options.module.css'
import type { Editor } from '../use-edit-product.ts'

/** Shopify's limits (contract, LIMITS). */
const OPTIONS_MAX = 3
const VARIANTS_MAX = 2048
/** How many values are shown at first: an option may have hundreds. */
const SHOWN = 10

/** Options with their values; every step keeps the variants consistent with them. */
export function OptionsPanel({ editor }: { editor: Editor }): ReactNode {
  const { form, errors, change } = editor
  const [isOpen, open] = usePreference('product-edit:options-open', true)
  const step = (act: (now: Matrix) => Matrix): void =>
    change((now) => act({ options: now.options, variants: now.variants }))
  async function dropOption(at: number): Promise<void> {
    const after = removeOption(form, at)
    const lost = form.variants.length - after.variants.length
    const isSure =
      lost === 0 ||
      (await askConfirm({
        title: `删除规格“${form.options[at]!.nameZh || form.options[at]!.name}”？`,
        content: `其余规格相同的变体只留第一个，会去掉 ${lost} 个变体。`,
        okText: '删除规格',
        danger: true,
      }))
    if (isSure) step((now) => removeOption(now, at))
  }
  const summary = form.options.map((option) => `${option.nameZh || option.name}（${option.values.length}）`).join(' × ')
  return (
    <section className={styles.panel} aria-label="规格">
      <header>
        <Button type="text" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          <RightOutlined rotate={isOpen ? 90 : 0} />
          规格
        </Button>
        {isOpen ? null : <span className={styles.hint}>{summary || '没有规格，只有一个变体'}</span>}
        <FieldMark sources={editor.base.fieldSources} field="options" />
        {errors['options'] ? <span className={styles.wrong}>{errors['options']}</span> : null}
        <Button
          icon={<PlusOutlined />}
          disabled={form.options.length >= OPTIONS_MAX}
          title={form.options.length >= OPTIONS_MAX ? `最多 ${OPTIONS_MAX} 个规格` : undefined}
          onClick={() =>
            step((now) => addOption(now, { name: freeName(now), nameZh: '' }, { value: 'Default', valueZh: '默认' }))
          }
        >
          加规格
        </Button>
      </header>
      {(isOpen ? form.options : []).map((_option, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- an option has no identity but its place
        <OptionRow key={at} editor={editor} at={at} step={step} onDrop={() => void dropOption(at)} />
      ))}
      {isOpen && form.options.length === 0 ? <p className={styles.hint}>没有规格，只有一个变体。</p> : null}
    </section>
  )
}

const freeName = ({ options }: Matrix): string =>
  ['Style', 'Color', 'Size', 'Option'].find((name) => !options.some((option) => option.name === name)) ?? 'Option'

type OptionRowProps = { editor: Editor; at: number; step: (act: (now: Matrix) => Matrix) => void; onDrop: () => void }

function OptionRow({ editor, at, step, onDrop }: OptionRowProps): ReactNode {
  const { form, errors } = editor
  const option = form.options[at]!
  const [isWhole, showWhole] = useState(false)
  const shown = isWhole ? option.values : option.values.slice(0, SHOWN)
  async function dropValue(position: number): Promise<void> {
    const { value, valueZh } = option.values[position]!
    const count = variantsWith(form, at, value)
    const isSure =
      count === 0 ||
      (await askConfirm({
        title: `删除“${valueZh || value}”？`,
        content: `用到它的 ${count} 个变体会一起去掉。只是不想卖，可以在下面的表格里勾“不上架”。`,
        okText: '删除',
        danger: true,
      }))
    if (isSure) step((now) => removeValue(now, at, position))
  }
  return (
    <div className={styles.option}>
      <div className={styles.names}>
        <Input
          aria-label="规格名（英文）"
          maxLength={64}
          status={errors[`options.${at}.name`] ? 'error' : ''}
          value={option.name}
          onChange={(event) => step((now) => renameOption(now, at, { name: event.target.value }))}
        />
        <Input
          aria-label="规格名（中文）"
          placeholder="中文名"
          maxLength={64}
          value={option.nameZh}
          onChange={(event) => step((now) => renameOption(now, at, { nameZh: event.target.value }))}
        />
        <Button
          type="text"
          icon={<UpOutlined />}
          aria-label="规格上移"
          disabled={at === 0}
          onClick={() => step((now) => moveOption(now, at, at - 1))}
        />
        <Button type="text" danger icon={<DeleteOutlined />} aria-label="删除规格" onClick={onDrop} />
        {errors[`options.${at}.name`] ? <span className={styles.wrong}>{errors[`options.${at}.name`]}</span> : null}
        {errors[`options.${at}.values`] ? <span className={styles.wrong}>{errors[`options.${at}.values`]}</span> : null}
      </div>
      <ul className={styles.values}>
        {shown.map((value, position) => (
          <ValueChip
            // oxlint-disable-next-line react/no-array-index-key -- a value is renamed in place: its place is its identity
            key={position}
            value={value}
            wrong={errors[`options.${at}.values.${position}.value`]}
            isFirst={position === 0}
            isLast={position === option.values.length - 1}
            onName={(next) => step((now) => renameValue(now, at, position, next))}
            onMove={(by) => step((now) => moveValue(now, at, position, position + by))}
            onDrop={() => void dropValue(position)}
          />
        ))}
        {option.values.length > SHOWN ? (
          <li>
            <Button type="text" onClick={() => showWhole(!isWhole)}>
              {isWhole ? '收起' : `还有 ${option.values.length - SHOWN} 个取值`}
            </Button>
          </li>
        ) : null}
        <li>
          <NewValue
            taken={option.values.map(({ value }) => value.toLowerCase())}
            isFull={form.variants.length >= VARIANTS_MAX}
            onAdd={(value) => step((now) => addValue(now, at, value, newId))}
          />
        </li>
      </ul>
    </div>
  )
}

type Value = { value: string; valueZh: string }
type ValueChipProps = {
  value: Value
  wrong: string | undefined
  isFirst: boolean
  isLast: boolean
  onName: (next: Partial<Value>) => void
  onMove: (by: 1 | -1) => void
  onDrop: () => void
}

/** One value with its English and its Chinese word, renamed in place. An empty English word is refused, because variants refer to it. */
function ValueChip({ value, wrong, isFirst, isLast, onName, onMove, onDrop }: ValueChipProps): ReactNode {
  const [typed, setTyped] = useState<string>()
  function take(): void {
    const text = (typed ?? '').trim()
    if (typed !== undefined && text !== '' && text !== value.value) onName({ value: text })
    setTyped(undefined)
  }
  return (
    <li className={styles.chip} data-wrong={wrong !== undefined} title={wrong}>
      <button type="button" aria-label="前移" disabled={isFirst} onClick={() => onMove(-1)}>
        <LeftOutlined />
      </button>
      <input
        aria-label="取值（英文）"
        maxLength={128}
        size={Math.max(4, (typed ?? value.value).length)}
        value={typed ?? value.value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setTyped(undefined)
        }}
      />
      <input
        className={styles.zh}
        aria-label="取值（中文）"
        placeholder="中文"
        maxLength={128}
        size={Math.max(3, value.valueZh.length * 2)}
        value={value.valueZh}
        onChange={(event) => onName({ valueZh: event.target.value })}
      />
      <button type="button" aria-label="后移" disabled={isLast} onClick={() => onMove(1)}>
        <RightOutlined />
      </button>
      <button type="button" aria-label={`删除 ${value.value}`} onClick={onDrop}>
        <CloseOutlined />
      </button>
    </li>
  )
}

function NewValue({
  taken,
  isFull,
  onAdd,
}: {
  taken: readonly string[]
  isFull: boolean
  onAdd: (value: Value) => void
}): ReactNode {
  const [typed, setTyped] = useState('')
  const word = typed.trim()
  const isTaken = taken.includes(word.toLowerCase())
  function add(): void {
    if (word === '' || isTaken) return
    onAdd({ value: word, valueZh: '' })
    setTyped('')
  }
  return (
    <Input
      aria-label="加取值"
      style={{ width: 128 }}
      placeholder={isFull ? '变体已满' : '加取值，回车'}
      maxLength={128}
      disabled={isFull}
      status={isTaken ? 'error' : ''}
      title={isTaken ? '已有这个取值' : undefined}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={add}
    />
  )
}
