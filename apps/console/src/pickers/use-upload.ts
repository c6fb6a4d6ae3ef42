import { useMemo } from 'react'
import { explain } from '../lib/call-error.ts'
import { call } from '../lib/client.ts'
import type { CallInput } from '../lib/contract.ts'
import { useMay } from '../lib/permission.tsx'

type Store = (picture: File) => Promise<string>

/**
 * A function that stores a picture and returns its address, or throws an Error whose message the caller shows. Undefined: the account has
 * no right to upload.
 */
export function useUpload(purpose: CallInput<'upload'>['purpose']): Store | undefined {
  const may = useMay('upload')
  return useMemo(() => {
    if (!may) return undefined
    return async (file) => {
      try {
        return (await call('upload', { purpose }, { file })).url
      } catch (error) {
        const { what, why } = explain(error)
        throw new Error(why ?? what, { cause: error })
      }
    }
  }, [may, purpose])
}
