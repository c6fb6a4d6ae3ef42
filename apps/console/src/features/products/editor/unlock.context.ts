import { createContext } from 'react'

/** Lets the source change a field again; undefined where nobody may, or where something is unsaved. */
export const UnlockContext = createContext<((field: string) => void) | undefined>(undefined)
