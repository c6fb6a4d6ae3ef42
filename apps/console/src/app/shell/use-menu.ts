import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallOutput } from '../../lib/contract.ts'
import { session } from '../../lib/client.ts'
import { loadStaticMenu } from '../../lib/static-menu.ts'
import { useRead } from '../../lib/use-call.ts'
import { menuOf } from '../menu.rules.ts'

const NO_INPUT = {}
const MINUTE = 60_000

/** How often it is polled; it is also read when somebody returns to the window after at least this time. */
const LOOK_MS = 30_000

/**
 * Who is logged in, polled: a right that was granted or taken is seen without a new login, and a person whose account was suspended or
 * deleted, or whose session was ended, cannot go on reading an open page.
 */
export function useSafe_userMession() {
  const who = useRead('safe_userMession', NO_INPUT, { staleTime: LOOK_MS, refetchInterval: LOOK_MS })
  const { data } = who
  useEffect(() => {
    if (data) session.refresh(data.userInfo, data.apiRight)
  }, [data])
  return who
}

const NO_MENU: readonly MenuItem[] = []

/** The key for the roles of an administrator, who has every menu without having a role. */
const ADMINISTRATOR = 'administrator'
const roleIdsOf = ({ roleIds, userInfo }: CallOutput<'safe_userMession'>): string[] =>
  roleIds.length === 0 && userInfo.roleType === 1 ? [ADMINISTRATOR] : [...roleIds]

/**
 * The menu of the person's roles; the static file when the server does not answer. `whole` includes the single group that a menu of one
 * group is unfolded from: the breadcrumb shows it.
 */
export function useQueryMenuByRoleId(who: CallOutput<'safe_userMession'> | undefined): {
  menu: readonly MenuItem[]
  whole: readonly MenuItem[]
  isPending: boolean
} {
  const asked = useRead(
    'queryMenuByRoleId',
    { roleId: who ? roleIdsOf(who) : [], level: '0', type: '0' },
    { enabled: who !== undefined, staleTime: 5 * MINUTE },
  )
  const file = useQuery({
    queryKey: ['safe_userMession', 'menu.json'],
    queryFn: () => loadStaticMenu(),
    enabled: asked.isError,
    staleTime: Infinity,
  })
  const answer = asked.data ?? file.data
  return {
    menu: answer ? menuOf(answer) : NO_MENU,
    whole: answer ?? NO_MENU,
    isPending: !answer && !file.isError,
  }
}
