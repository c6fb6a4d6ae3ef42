import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { CALLS } from 'virtual:contract'
import { addCallRecords } from '../../lib/call-records.ts'
import { queryClient } from '../../lib/query-client.ts'
import { setMissingPart } from '../../lib/slots.tsx'
import { useSession } from '../../lib/use-session.ts'
import { AntdProvider } from '../../theme/antd-provider.tsx'
import { DialogHost } from '../../ui/dialog-host.tsx'
import { useFocusReturn } from '../../ui/focus-return.ts'
import { MissingPart } from '../../ui/missing-part.tsx'
import { loginAddress } from '../own-address.ts'
import { RequireAuthenticator } from './require-authenticator.tsx'
import { Console } from './console.tsx'

addCallRecords(CALLS)
setMissingPart(MissingPart)

/** Everything behind the login. When another person logs in, nothing of the former person is left: no answers, no tabs, no views. */
export default function Shell(): ReactNode {
  const { isLogin, userInfo, lastEnd } = useSession()
  const { pathname, search } = useLocation()
  const personId = userInfo?.id
  useFocusReturn()
  if (!isLogin) return <Navigate to={lastEnd === 'left' ? '/login' : loginAddress(pathname, search)} replace />
  return (
    <QueryClientProvider client={queryClient}>
      <AntdProvider>
        {userInfo?.mustBindAuthenticator === true ? (
          <RequireAuthenticator />
        ) : (
          <Console key={personId ?? 'nobody'} personId={personId ?? 'nobody'} />
        )}
        <DialogHost />
      </AntdProvider>
    </QueryClientProvider>
  )
}
