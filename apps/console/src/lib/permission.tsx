import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { MERCHANT_PREFIX } from 'virtual:contract'
import type { Can as Answers } from '@huoqiao/contract/wire'
import type { CallName } from './contract.ts'
import { callRecord } from './contract.ts'
import { session } from './client.ts'
import { holdsRight } from './holds-right.ts'

/** Only the rights of the session: its token is renewed with every answer, and rows of a list need not be rendered for that. */
const rightsNow = (): string => session.get().apiRight
const useRights = (): string => useSyncExternalStore(session.subscribe, rightsNow)

const holds = (apiRight: string, right: string): boolean => holdsRight(apiRight, right, MERCHANT_PREFIX)

/** The right of a call is its path; undefined for calls that need no right of their own. */
const rightOf = (name: CallName): string | undefined => {
  const record = callRecord(name)
  return record.right === 'granted' ? record.path : undefined
}

/** Whether somebody with these permission strings may make a call. */
export function holdsCall(apiRight: string, name: CallName): boolean {
  const right = rightOf(name)
  return right === undefined || holds(apiRight, right)
}

/** Whether the person who is logged in holds a permission string. */
export const useCan = (right: string): boolean => holds(useRights(), right)

/** Whether the person who is logged in may make a call. */
export function useMay(name: CallName): boolean {
  return holdsCall(useRights(), name)
}

/** The same for rows that ask about many calls: the session is read once for all of them. */
export function useMayCall(): (name: CallName) => boolean {
  const apiRight = useRights()
  return (name) => holdsCall(apiRight, name)
}

export const NO_RIGHT = '没有操作权限，请管理员在角色管理中授权'

/** true: allowed; a text: the server's reason why not (contract, `can`); undefined: the server gave no reason against it. */
export type Allowed = true | string | undefined
export type AllowedOf = (row: { readonly can: Answers }, step: CallName) => Allowed

/** Whether an action on a row is allowed: first by the rights of the person who is logged in, then by the server's `can`. */
export function useAllowed(): AllowedOf {
  const may = useMayCall()
  return (row, step) => (may(step) ? row.can[step] : NO_RIGHT)
}

/** An action is offered as soon as one of the rows allows it; the others are reported in the outcome. */
export function ofAny(rows: readonly { readonly can: Answers }[], allowed: AllowedOf, step: CallName): Allowed {
  const reasons = rows.map((row) => allowed(row, step))
  return reasons.every((one) => typeof one === 'string') ? reasons[0] : true
}

type CanProps = { children: ReactNode; fallback?: ReactNode } & (
  | { right: string; call?: never }
  | { call: CallName; right?: never }
)

/** Renders its children only for people who hold the right: `<Can right="/admin/role/addRole">` or `<Can call="addDictionary">`. */
export function Can({ right, call, children, fallback = null }: CanProps): ReactNode {
  const apiRight = useRights()
  const needed = call === undefined ? (right ?? '') : rightOf(call)
  return needed === undefined || holds(apiRight, needed) ? children : fallback
}
