import type { ReactNode } from 'react'
import { useGlobalKeys } from '../src/app/shell/global-keys.ts'

function GlobalKeys({ children }: { children: ReactNode }): ReactNode {
  useGlobalKeys()
  return children
}

/** A page whose keys are handled as in the shell. */
export const globalKeys = (page: ReactNode): ReactNode => <GlobalKeys>{page}</GlobalKeys>
