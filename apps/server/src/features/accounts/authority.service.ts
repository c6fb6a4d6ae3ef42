import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract'
import type { Tx } from '../../db/db.ts'
import type { Actor, Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { AccessService } from '../access/index.ts'
import { countActiveAdmins, findListedAccount, findRolesOfAccounts, lockAdministrators } from './account-list.store.ts'
import type { ListedAccount } from './account-list.store.ts'
import { whyNot } from './accounts.rules.ts'
import type { AccountAct, No, Authority } from './accounts.rules.ts'

export type AuthorityService = ReturnType<typeof authorityService>

/** Finds the accounts with more rights than the actor, and the number of remaining administrators. */
export function authorityService({ access }: { access: Pick<AccessService, 'roles'> }) {
  const service = {
    async of(tx: Tx, actor: Actor, rows: readonly { id: string; roleType: 0 | 1 }[]): Promise<Authority> {
      return {
        actorId: actor.accountId,
        actorIsAdmin: actor.isAdmin,
        activeAdmins: await countActiveAdmins(tx),
        above: actor.isAdmin ? new Set() : await above(tx, actor, rows),
      }
    },

    /** Returns the account if the action is allowed; otherwise throws the first reason. */
    async admit(
      tx: Tx,
      call: Call,
      act: AccountAct,
      id: string,
    ): Promise<{ row: ListedAccount; authority: Authority }> {
      await lockAdministrators(tx)
      const row = await findListedAccount(tx, id)
      if (!row) throw new Refusal('not-found')
      const authority = await service.of(tx, call.actor, [row])
      const no = whyNot(act, row, authority)
      if (no) throw refusalOf(no)
      return { row, authority }
    },

    /** One action on many accounts, with one outcome each; each check sees the effect of the previous actions. */
    async each(
      tx: Tx,
      call: Call,
      act: AccountAct,
      ids: readonly string[],
      work: (row: ListedAccount) => Promise<string>,
    ): Promise<BulkOutcome> {
      await lockAdministrators(tx)
      const rows: RowOutcome[] = []
      for (const id of new Set(ids)) {
        const row = await findListedAccount(tx, id)
        const no: No | undefined = row
          ? whyNot(act, row, await service.of(tx, call.actor, [row]))
          : { word: 'not-found', why: '账号不存在或已被删除' }
        if (!row || no) rows.push({ key: id, ok: false, word: no!.word, message: no!.why })
        else {
          rows.push({ key: id, ok: true, message: await work(row) })
          call.notes.object('account', id, row.userAccount)
        }
      }
      return outcomeOf(rows)
    },
  }
  return service

  async function above(
    tx: Tx,
    actor: Actor,
    rows: readonly { id: string; roleType: 0 | 1 }[],
  ): Promise<ReadonlySet<string>> {
    const roles = await findRolesOfAccounts(
      tx,
      rows.map((row) => row.id),
    )
    const roleIds = [...new Set([...roles.values()].flat().map((one) => one.id))]
    const rights = await access.roles.rightsByRole(tx, roleIds)
    const beyond = new Set(roleIds.filter((id) => rights.get(id)!.some((right) => !actor.holds(right))))
    return new Set(
      rows
        .filter((row) => row.roleType === 1 || roles.get(row.id)!.some((one) => beyond.has(one.id)))
        .map((row) => row.id),
    )
  }
}

export const refusalOf = ({ word, why }: No): Refusal => new Refusal(word, { why })
