import { useSyncExternalStore } from 'react'
import { session } from './client.ts'
import type { Session } from './session.ts'

export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.get)
