import type { ConfigEntry } from '@huoqiao/contract/system-config/system-config.endpoints'
import { Button, Input, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { toast } from '../../lib/client.ts'
import { callRecord } from '../../lib/contract.ts'
import { formatTime } from '../../lib/format.ts'
import { useMay } from '../../lib/permission.tsx'
import { invalidateLists } from '../../lib/query-client.ts'
import { useTypedOver } from '../../lib/typed-over.ts'
import { REQUIRED } from '../../lib/validate.ts'
import { useAct } from '../../lib/use-call.ts'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import styles from './parameters.module.css'
import { WORKER_SECRET, WorkerSecret } from './worker-secret.tsx'

type Value = string | number | boolean | null

/** A value in words: choices by their label, 开/关, with its unit. */
function valueWord(entry: Pick<ConfigEntry, 'type' | 'choices' | 'unit'>, value: Value): string {
  if (value === null || value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '开' : '关'
  const chosen = entry.choices?.find((choice) => choice.value === value)?.label
  return `${chosen ?? value}${entry.unit ? ` ${entry.unit}` : ''}`
}

/** One parameter: its meaning, value and default, and who changed it last. Secrets can be written but are never shown. */
export function ParameterField({ entry }: { entry: ConfigEntry }): ReactNode {
  const parameter = useParameter(entry)
  const { value, type, isChanged, failure } = parameter
  const mayUpdate = useMay('updateSystemConfig')
  const mayRestore = useMay('deleteSystemConfig')
  const isSecret = entry.type === 'secret'
  return (
    <div className={styles.entry}>
      <div className={styles.words}>
        <label htmlFor={`config-${entry.key}`}>{entry.title}</label>
        <p>{entry.help}</p>
        <p className={styles.fact}>
          <span className={styles.key}>{entry.key}</span>
          {isSecret ? null : <span>默认 {valueWord(entry, entry.defaultValue)}</span>}
          {entry.updatedAt === null ? null : (
            <span>
              {entry.updatedBy ?? '系统'} 修改于 {formatTime(entry.updatedAt)}
            </span>
          )}
        </p>
      </div>
      <div className={styles.value}>
        {entry.key === WORKER_SECRET ? (
          <WorkerSecret entry={entry} />
        ) : (
          <Control
            entry={entry}
            value={value}
            isReadOnly={!mayUpdate}
            onChange={type}
            onEnter={() => void parameter.save()}
          />
        )}
        {isChanged ? (
          <>
            <Button type="primary" loading={parameter.isSaving} onClick={() => void parameter.save()}>
              保存
            </Button>
            <Button onClick={parameter.startAgain}>还原</Button>
          </>
        ) : !entry.isDefault && mayRestore ? (
          <Button type="link" onClick={() => void parameter.restore()}>
            {isSecret ? '清除' : '恢复默认'}
          </Button>
        ) : null}
      </div>
      {failure ? (
        <div className={styles.failure}>
          <FailureNote failure={failure} />
          <Conflict entry={entry} failure={failure} onTheirs={parameter.takeTheirs} onMine={parameter.saveOver} />
        </div>
      ) : null}
    </div>
  )
}

function useParameter(entry: ConfigEntry) {
  const isSecret = entry.type === 'secret'
  const saved: Value = isSecret ? '' : entry.value
  const typed = useTypedOver(saved, entry.version)
  const { value, over, type, forget } = typed
  const update = useAct('updateSystemConfig')
  const remove = useAct('deleteSystemConfig')
  const isChanged = typed.isTyped && value !== saved

  async function save(version = over.version): Promise<void> {
    if (!isChanged) return
    if (value === null) {
      toast.error(REQUIRED)
      return
    }
    const done = await update.run({ key: entry.key, value, version })
    if (!done.ok) return
    toast.success(`已保存“${entry.title}”`)
    if (isSecret) forget()
    else typed.saved(value, done.data.version)
  }
  async function restore(): Promise<void> {
    const sure = await askConfirm({
      title: isSecret ? `清除“${entry.title}”？` : `把“${entry.title}”恢复为 ${valueWord(entry, entry.defaultValue)}？`,
      okText: isSecret ? '清除' : '恢复默认',
      danger: isSecret,
    })
    if (!sure) return
    const done = await remove.run({ key: entry.key, version: entry.version })
    if (!done.ok) return
    forget()
    toast.success(isSecret ? `已清除“${entry.title}”` : `“${entry.title}”已恢复默认`)
  }
  return {
    value,
    type,
    isChanged,
    isSaving: update.isPending,
    failure: update.error?.isSilent ? null : update.error,
    save: () => save(),
    saveOver: (version: number) => void save(version),
    restore,
    startAgain: (): void => {
      forget()
      update.reset()
    },
    takeTheirs: (): void => {
      forget()
      update.reset()
      void invalidateLists(callRecord('querySystemConfig').lists)
    },
  }
}

type ControlProps = {
  entry: ConfigEntry
  value: Value
  isReadOnly: boolean
  onChange: (value: Value) => void
  onEnter: () => void
}

const WIDTH = { width: 260 }

function Control({ entry, value, isReadOnly, onChange, onEnter }: ControlProps): ReactNode {
  const field = { id: `config-${entry.key}`, disabled: isReadOnly }
  if (entry.type === 'boolean') return <Switch {...field} checked={value === true} onChange={onChange} />
  if (entry.type === 'number') {
    return (
      <InputNumber
        {...field}
        style={WIDTH}
        value={typeof value === 'number' ? value : null}
        suffix={entry.unit}
        onChange={onChange}
        onPressEnter={onEnter}
      />
    )
  }
  if (entry.type === 'choice') {
    return <Select {...field} style={WIDTH} value={value} options={entry.choices ?? []} onChange={onChange} />
  }
  const text = typeof value === 'string' ? value : ''
  if (entry.type === 'secret') {
    return (
      <Input.Password
        {...field}
        style={WIDTH}
        autoComplete="new-password"
        maxLength={4000}
        placeholder={entry.hasSecret ? '已保存，填写则替换' : '还没有填写'}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={onEnter}
      />
    )
  }
  return (
    <Input
      {...field}
      style={WIDTH}
      maxLength={4000}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onPressEnter={onEnter}
    />
  )
}

type ConflictProps = {
  entry: ConfigEntry
  failure: CallError
  onMine: (version: number) => void
  onTheirs: () => void
}

/** After a stale save (409) the value of the other person is shown, and the person chooses. */
function Conflict({ entry, failure, onMine, onTheirs }: ConflictProps): ReactNode {
  const current = failure.code === 409 ? (failure.explanation?.current as ConfigEntry | undefined) : undefined
  if (!current) return null
  return (
    <p className={styles.conflict}>
      {entry.type === 'secret' ? '别人刚替换过' : `别人刚保存的是 ${valueWord(entry, current.value)}`}
      <Button onClick={() => onMine(current.version)}>用我的覆盖</Button>
      <Button onClick={onTheirs}>放弃我的</Button>
    </p>
  )
}
