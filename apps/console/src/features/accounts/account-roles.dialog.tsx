import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Modal, Transfer } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../lib/client.ts'
import { useMay } from '../../lib/permission.tsx'
import { useAct, useRead } from '../../lib/use-call.ts'
import { useSubmission } from '../../ui/submission.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { OutcomeList } from '../../ui/outcome-list.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import styles from './accounts.module.css'

/** Role lists count pages from 0; 200 is the maximum of one answer. */
const ALL = { page: 0, pageSize: 200 }

type AccountRolesProps = { userId: string; name: string | undefined; onClose: () => void }

/** 授权角色: the roles that the account does not have on the left, those that it has on the right; saved together. */
export function AccountRoles({ userId, name, onClose }: AccountRolesProps): ReactNode {
  const free = useRead('queryNotGrantedRoles', { userId, ...ALL }, { staleTime: 0 })
  const had = useRead('queryGrantedRoles', { userId, ...ALL }, { staleTime: 0 })
  const [moved, move] = useState<readonly string[]>()
  const grant = useSaveRoles(userId)
  const mayGrant = useMay('grantAuthorityToActor')
  const mayTake = useMay('terminateAuthorizationByUserInRoles')
  const failure = free.error ?? had.error
  const roles = [...(had.data?.list ?? []), ...(free.data?.list ?? [])]
  const before = (had.data?.list ?? []).map((role) => role.id)
  const after = moved ?? before
  const nameOf = (id: string): string => roles.find((role) => role.id === id)?.name ?? id
  const isReady = free.data !== undefined && had.data !== undefined

  const wrong = !isReady ? '角色还没有读出来' : moved === undefined ? '角色没有改动' : undefined
  const { submit, line } = useSubmission(wrong, save)
  async function save(): Promise<void> {
    const isWhole = await grant.save(before, after)
    if (isWhole === undefined) return
    move(undefined)
    if (!isWhole) return
    toast.success('角色已保存')
    onClose()
  }
  return (
    <Modal
      open
      centered
      width={640}
      title={`给“${name ?? '账号'}”授权角色`}
      okText="保存"
      cancelText="取消"
      confirmLoading={grant.isSaving}
      onOk={submit}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        {line}
        {failure ? <FailureNote failure={failure} /> : null}
        {grant.failure ? <FailureNote failure={grant.failure} /> : null}
        {grant.outcomes.map((outcome, at) => (
          <OutcomeList key={at} outcome={outcome} labelOf={nameOf} />
        ))}
        {isReady ? (
          <Transfer
            className={styles.transfer ?? ''}
            rowKey={(role) => role.id}
            dataSource={roles}
            targetKeys={[...after]}
            titles={['未授予', '已授予']}
            showSearch
            oneWay={false}
            disabled={!mayGrant && !mayTake}
            filterOption={(typed, role) => `${role.name} ${role.note}`.includes(typed.trim())}
            render={(role) => ({
              label: <span title={role.note}>{role.note === '' ? role.name : `${role.name} · ${role.note}`}</span>,
              value: role.name,
            })}
            onChange={(keys) => move(keys.map(String))}
          />
        ) : failure ? null : (
          <TextSkeleton lines={6} />
        )}
      </div>
    </Modal>
  )
}

/** Grants the added roles and revokes the removed ones. `save` returns whether all of it was done; undefined when a call was refused. */
function useSaveRoles(userId: string) {
  const give = useAct('grantAuthorityToActor')
  const take = useAct('terminateAuthorizationByUserInRoles')
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[]>([])
  async function save(before: readonly string[], after: readonly string[]): Promise<boolean | undefined> {
    const given = after.filter((id) => !before.includes(id))
    const taken = before.filter((id) => !after.includes(id))
    const done = [
      ...(given.length > 0 ? [await give.run({ userId, roleIds: given })] : []),
      ...(taken.length > 0 ? [await take.run({ userId, roleIds: taken })] : []),
    ]
    const faulty = done.flatMap((one) => (one.ok && one.data.failed > 0 ? [one.data] : []))
    setOutcomes(faulty)
    return done.every((one) => one.ok) ? faulty.length === 0 : undefined
  }
  return { save, outcomes, isSaving: give.isPending || take.isPending, failure: give.error ?? take.error }
}
