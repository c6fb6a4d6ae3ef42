import { groupBy } from '@huoqiao/kit/group'
import { Checkbox, Input, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import styles from '../access.module.css'
import { featureWord } from './feature.words.ts'
import { withAll } from './grant.rules.ts'

type Right = CallOutput<'queryRoleResources'>['catalogue'][number]
const NOT_MINE = '您自己没有这个权限，不能授予别人'

type GrantRightsProps = {
  catalogue: readonly Right[]
  held: readonly string[]
  isReadOnly: boolean
  onChange: (rights: string[]) => void
}

/** Every operation that can be granted, grouped by feature. */
export function GrantRights({ catalogue, held, isReadOnly, onChange }: GrantRightsProps): ReactNode {
  const [keyword, search] = useState('')
  const groups = useMemo(() => {
    const wanted = keyword.trim().toLowerCase()
    const found = catalogue.filter(({ right, title, feature }) =>
      `${title} ${right} ${featureWord(feature)}`.toLowerCase().includes(wanted),
    )
    return [...groupBy(found, ({ feature }) => feature)]
  }, [catalogue, keyword])
  const heldSet = useMemo(() => new Set(held), [held])
  return (
    <div className={styles.stack}>
      <Input
        data-hq-search
        type="search"
        allowClear
        aria-label="查找权限"
        placeholder="查找权限，例如 删除"
        style={{ width: 260 }}
        value={keyword}
        onChange={(event) => search(event.target.value)}
      />
      {groups.length === 0 ? <EmptyState text="没有符合的权限" /> : null}
      {groups.map(([feature, rights]) => (
        <Group
          key={feature}
          feature={feature}
          rights={rights}
          held={heldSet}
          isReadOnly={isReadOnly}
          onHold={(these, isHeld) => onChange(withAll(held, these, isHeld))}
        />
      ))}
    </div>
  )
}

type GroupProps = {
  feature: string
  rights: readonly Right[]
  held: ReadonlySet<string>
  isReadOnly: boolean
  onHold: (these: string[], isHeld: boolean) => void
}

function Group({ feature, rights, held, isReadOnly, onHold }: GroupProps): ReactNode {
  const mine = rights.filter((right) => right.mine)
  const count = rights.filter(({ right }) => held.has(right)).length
  return (
    <fieldset className={styles.rights}>
      <legend>
        <Checkbox
          checked={count === rights.length}
          indeterminate={count > 0 && count < rights.length}
          disabled={isReadOnly || mine.length === 0}
          onChange={(event) =>
            onHold(
              mine.map(({ right }) => right),
              event.target.checked,
            )
          }
        >
          <b>{featureWord(feature)}</b>
        </Checkbox>
        <span className={styles.faint}>
          {count} / {rights.length}
        </span>
      </legend>
      {rights.map(({ right, title, mine: isMine }) => (
        <Tooltip key={right} title={isMine ? right : `${NOT_MINE}（${right}）`} mouseEnterDelay={0.4}>
          <Checkbox
            checked={held.has(right)}
            disabled={isReadOnly || !isMine}
            onChange={(event) => onHold([right], event.target.checked)}
          >
            {title}
          </Checkbox>
        </Tooltip>
      ))}
    </fieldset>
  )
}
