import type { WarningRule } from '@huoqiao/contract/notices/notices.endpoints'
import { Button, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../../lib/client.ts'
import { callRecord } from '../../lib/contract.ts'
import { countProblem } from '../../lib/count-problem.ts'
import { useMay } from '../../lib/permission.tsx'
import { invalidateLists } from '../../lib/query-client.ts'
import { useTypedOver } from '../../lib/typed-over.ts'
import { useAct } from '../../lib/use-call.ts'
import { RolesPicker } from '../../pickers/role-picker.tsx'
import { NumberField } from '../../ui/count-field.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LEVEL_OPTIONS } from './notice.words.ts'
import styles from './notices.module.css'

type Edited = Pick<WarningRule, 'enabled' | 'threshold' | 'level' | 'roleIds'>
const editedOf = ({ enabled, threshold, level, roleIds }: WarningRule): Edited => ({
  enabled,
  threshold,
  level,
  roleIds,
})

const THRESHOLD = { least: 0, most: 1_000_000 }

/** One rule in a row: on or off, the threshold, the severity, the recipients. */
export function WarningRuleForm({ rule }: { rule: WarningRule }): ReactNode {
  const typed = useTypedOver(editedOf(rule), rule.version)
  const { value: values, type: set } = typed
  const update = useAct('updateWarningRule')
  const isReadOnly = !useMay('updateWarningRule')
  const isChanged = typed.isTyped && JSON.stringify(values) !== JSON.stringify(editedOf(rule))
  const theirs = update.error?.code === 409 ? (update.error.explanation?.current as WarningRule | undefined) : undefined
  const needsThreshold = rule.unit !== null

  async function save(version = typed.over.version): Promise<void> {
    if (needsThreshold && values.threshold === null) {
      toast.error('请填写阈值')
      return
    }
    const problem = needsThreshold ? countProblem(values.threshold, THRESHOLD) : undefined
    if (problem !== undefined) {
      toast.error(`阈值${problem}`)
      return
    }
    const done = await update.run({ ...values, kind: rule.kind, version })
    if (!done.ok) return
    toast.success(`已保存“${rule.title}”`)
    typed.saved(values, done.data.version)
  }
  function startAgain(): void {
    typed.forget()
    update.reset()
    // What others saved is shown instead.
    if (theirs) void invalidateLists(callRecord('queryWarningRules').lists)
  }
  return (
    <section className={styles.rule} data-enabled={values.enabled} aria-label={rule.title}>
      <Switch
        aria-label={`启用${rule.title}`}
        checked={values.enabled}
        disabled={isReadOnly}
        onChange={(enabled) => set({ ...values, enabled })}
      />
      <div className={styles.ruleWords}>
        <b>{rule.title}</b>
        <p>{rule.help}</p>
      </div>
      <div className={styles.ruleFields}>
        {needsThreshold ? (
          <NumberField
            aria-label={`${rule.title}的阈值`}
            style={{ width: 120 }}
            least={THRESHOLD.least}
            most={THRESHOLD.most}
            suffix={rule.unit}
            disabled={isReadOnly || !values.enabled}
            value={values.threshold}
            onChange={(threshold) => set({ ...values, threshold })}
            onPressEnter={() => void save()}
          />
        ) : null}
        <Select
          aria-label="级别"
          style={{ width: 84 }}
          disabled={isReadOnly || !values.enabled}
          options={LEVEL_OPTIONS}
          value={values.level}
          onChange={(level) => set({ ...values, level })}
        />
        <RolesPicker
          placeholder="通知所有人"
          width={200}
          disabled={isReadOnly || !values.enabled}
          value={values.roleIds}
          onChange={(roleIds) => set({ ...values, roleIds })}
        />
        <span className={styles.ruleState}>
          {isChanged ? (
            <>
              <Button type="link" onClick={startAgain}>
                还原
              </Button>
              <Button type="primary" loading={update.isPending} onClick={() => void save()}>
                保存
              </Button>
            </>
          ) : values.enabled ? null : (
            '已关闭'
          )}
        </span>
      </div>
      {update.error && !update.error.isSilent ? (
        <div className={styles.ruleNote}>
          <FailureNote
            failure={update.error}
            actions={
              theirs
                ? [
                    { label: '用我的覆盖', run: () => void save(theirs.version) },
                    { label: '放弃我的', run: startAgain },
                  ]
                : []
            }
          />
        </div>
      ) : null}
    </section>
  )
}
