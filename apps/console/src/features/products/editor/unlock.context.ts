import { createContext } from 'react'

/** Lets the source change a field again; undefined without the right to do so, or with unsaved changes. */
export const UnlockContext = createContext<((field: string) => void) | undefined>(undefined)
