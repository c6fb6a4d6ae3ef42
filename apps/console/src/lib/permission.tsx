import type { ReactNode } from 'react'
import { MERCHANT_PREFIX } from 'virtual:contract'
import type { CallName } from './contract.ts'
import { callRecord } from './contract.ts'
import { holdsRight } from './holds-right.ts'
import { useSession } from './use-session.ts'

const holds = (apiRight: string, right: string): boolean => holdsRight(apiRight, right, MERCHANT_PREFIX)

/** The right of a call is its path; calls that need no right of their own answer undefined. */
const rightOf = (name: CallName): string | undefined => {
  const record = callRecord(name)
  return record.right === 'granted' ? record.path : undefined
}

/** Whether somebody with these permission strings may make a call. */
export function holdsCall(apiRight: string, name: CallName): boolean {
  const right = rightOf(name)
  return right === undefined || holds(apiRight, right)
}

/** Whether the person at the desk holds a permission string. */
export const useCan = (right: string): boolean => holds(useSession().apiRight, right)

/** Whether the person at the desk may make a call. */
export function useMay(name: CallName): boolean {
  return holdsCall(useSession().apiRight, name)
}

type CanProps = { children: ReactNode; fallback?: ReactNode } & (
  | { right: string; call?: never }
  | { call: CallName; right?: never }
)

/** Shows its children only to those who hold the right: `<Can right="/admin/role/addRole">` or `<Can call="addDictionary">`. */
export function Can({ right, call, children, fallback = null }: CanProps): ReactNode {
  const { apiRight } = useSession()
  const needed = call === undefined ? (right ?? '') : rightOf(call)
  return needed === undefined || holds(apiRight, needed) ? children : fallback
}
