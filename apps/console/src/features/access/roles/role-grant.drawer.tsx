import type { RoleResources } from '@huoqiao/contract/access/access.schema'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import { toast } from '../../../lib/client.ts'
import type { KeptDraft } from '../../../lib/draft.ts'
import { useDraft } from '../../../lib/draft.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CompareTable } from '../../../ui/compare-table.tsx'
import { DraftNotes } from '../../../ui/draft-notes.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { StateTabs } from '../../../ui/state-tabs.tsx'
import { SaveFoot } from '../../../ui/save-foot.tsx'
import { TextSkeleton } from '../../../ui/skeletons.tsx'
import styles from '../access.module.css'
import { featureWord } from './feature.words.ts'
import type { GrantDraft } from './grant.rules.ts'
import { compareGrants, grantsOn } from './grant.rules.ts'
import { GrantElements } from './grant-elements.tsx'
import { GrantMenus } from './grant-menus.tsx'
import { GrantRights } from './grant-rights.tsx'

type Granted = CallOutput<'queryRoleResources'>

/** What a role can see and do: menus, operations, elements of pages. */
export function RoleGrantDrawer({ roleId, onClose }: { roleId: string; onClose: () => void }): ReactNode {
  const resources = useRead('queryRoleResources', { roleId }, { staleTime: 0 })
  const { data } = resources
  if (!data || resources.isPlaceholderData) {
    return (
      <Drawer open size={920} title="角色授权" onClose={onClose}>
        {resources.isError && !resources.data ? (
          <FailureNote failure={resources.error} onRetry={() => void resources.refetch()} />
        ) : (
          <TextSkeleton lines={8} />
        )}
      </Drawer>
    )
  }
  return <Grant current={data} refetch={async () => (await resources.refetch()).data} onClose={onClose} />
}

const heldBy = ({ menuIds, rights, elementIds }: RoleResources): RoleResources => ({ menuIds, rights, elementIds })

type GrantProps = { current: Granted; refetch: () => Promise<Granted | undefined>; onClose: () => void }

function Grant({ current, refetch, onClose }: GrantProps): ReactNode {
  const grant = useGrant({ current, refetch, onClose })
  const { opened, held, change, theirs } = grant
  const [tab, setTab] = useState('menus')
  const mayGrant = useMay('grantResourcesToRole')
  const why = opened.role.can.grantResourcesToRole
  const isReadOnly = !mayGrant || typeof why === 'string'
  return (
    <Drawer
      open
      size={920}
      title={`给“${opened.role.name}”授权`}
      onClose={onClose}
      footer={
        isReadOnly ? null : (
          <SaveFoot
            onSave={() => void grant.save(opened.role.version)}
            onCancel={onClose}
            isSaving={grant.isSaving}
            isDirty={grant.isDirty}
          >
            {grant.isDirty ? <Button onClick={grant.startAgain}>放弃修改</Button> : null}
          </SaveFoot>
        )
      }
    >
      <div className={styles.stack}>
        {typeof why === 'string' ? <p className={styles.note}>{why}</p> : null}
        {isReadOnly ? null : (
          <DraftNotes
            drafts={grant.draft}
            base={opened.role.version}
            onTake={grant.takeKept}
            onStartAgain={grant.startAgain}
          />
        )}
        {grant.failure ? <FailureNote failure={grant.failure} /> : null}
        {theirs ? (
          <Conflict
            opened={opened}
            theirs={theirs}
            mine={held}
            onBoth={() =>
              void grant.save(theirs.role.version, grantsOn(heldBy(theirs), { ...held, from: heldBy(opened) }))
            }
            onMine={() => void grant.save(theirs.role.version)}
            onTheirs={() => grant.take(theirs)}
          />
        ) : null}
        <StateTabs
          tab={tab}
          onTab={setTab}
          tabs={[
            { key: 'menus', label: '菜单', count: held.menuIds.length },
            { key: 'rights', label: '操作权限', count: held.rights.length },
            { key: 'elements', label: '页面元素', count: held.elementIds.length },
          ]}
        />
        {tab === 'menus' ? (
          <GrantMenus
            menus={opened.menus}
            held={held.menuIds}
            isReadOnly={isReadOnly}
            onChange={(menuIds) => change({ ...held, menuIds })}
          />
        ) : null}
        {tab === 'rights' ? (
          <GrantRights
            catalogue={opened.catalogue}
            held={held.rights}
            isReadOnly={isReadOnly}
            onChange={(rights) => change({ ...held, rights })}
          />
        ) : null}
        {tab === 'elements' ? (
          <GrantElements
            elements={opened.elements}
            menus={opened.menus}
            held={held.elementIds}
            isReadOnly={isReadOnly}
            onChange={(elementIds) => change({ ...held, elementIds })}
          />
        ) : null}
      </div>
    </Drawer>
  )
}

/** The checkboxes of the form, kept until saved; after a stale save the grants of others are read, to show both. */
function useGrant({ current, refetch, onClose }: GrantProps) {
  const [opened, reopen] = useState(current)
  const [theirs, setTheirs] = useState<Granted>()
  const draft = useDraft<GrantDraft>(`role-grant:${opened.role.id}`, opened.role.version)
  const [held, hold] = useState<RoleResources>(() => heldBy(draft.found?.value ?? opened))
  const [isDirty, setDirty] = useState(draft.found !== null)
  const act = useAct('grantResourcesToRole')

  function take(from: Granted): void {
    draft.drop()
    reopen(from)
    hold(heldBy(from))
    setDirty(false)
    setTheirs(undefined)
    act.reset()
  }
  function change(next: RoleResources): void {
    hold(next)
    setDirty(true)
    draft.keep({ ...next, from: heldBy(opened) })
  }
  async function save(version: number, granted = held): Promise<void> {
    const done = await act.run({ ...granted, roleId: opened.role.id, version })
    if (done.ok) {
      draft.drop()
      toast.success(`已保存“${opened.role.name}”的授权`)
      onClose()
      return
    }
    if (done.error.code !== 409) return
    const now = await refetch()
    if (now && now.role.version !== version) {
      setTheirs(now)
      act.reset()
    }
  }
  return {
    opened,
    draft,
    theirs,
    held,
    isDirty,
    isSaving: act.isPending,
    failure: act.error?.isSilent ? undefined : act.error,
    save,
    take,
    startAgain: () => take(opened),
    takeKept: (other: KeptDraft<GrantDraft>): void => {
      draft.take(other)
      change(grantsOn(heldBy(opened), other.value))
    },
    change,
  }
}

type ConflictProps = {
  opened: Granted
  theirs: Granted
  mine: RoleResources
  onBoth: () => void
  onMine: () => void
  onTheirs: () => void
}

function Conflict({ opened, theirs, mine, onBoth, onMine, onTheirs }: ConflictProps): ReactNode {
  const menus = new Map([...opened.menus, ...theirs.menus].map((menu) => [menu.id, menu.name]))
  const elements = new Map([...opened.elements, ...theirs.elements].map((element) => [element.id, element.name]))
  const rights = new Map(
    theirs.catalogue.map(({ right, title, feature }) => [right, `${title}（${featureWord(feature)}）`]),
  )
  const rows = compareGrants(opened, theirs, mine, {
    menu: (id) => menus.get(id) ?? id,
    right: (right) => rights.get(right) ?? right,
    element: (id) => elements.get(id) ?? id,
  })
  return (
    <section className={styles.conflict} role="alert">
      <h3>这个角色刚被别人改过，请核对后再保存</h3>
      <CompareTable rows={rows} heads={{ storeNow: '别人刚保存的', ours: '您打开时', willBecome: '您要保存的' }} />
      <div className={styles.buttons}>
        <Button type="primary" title="别人增减的和您增减的都算" onClick={onBoth}>
          两边的修改都保留
        </Button>
        <Button title="别人刚增减的会被撤掉" onClick={onMine}>
          用我的内容覆盖
        </Button>
        <Button onClick={onTheirs}>采用别人的内容</Button>
      </div>
    </section>
  )
}
