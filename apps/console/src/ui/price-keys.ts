import type { ClipboardEvent, KeyboardEvent } from 'react'
import { toast } from '../lib/client.ts'
import { isBlockedPriceKey, pasteFault } from '../lib/number-text.ts'

/**
 * For every input of a price: e, E, + and - are blocked, typed or pasted (specification, section 5); a toast explains why a paste was
 * refused.
 */
export const priceKeys = {
  onKeyDown(event: KeyboardEvent): void {
    if (isBlockedPriceKey(event.key) && !event.ctrlKey && !event.metaKey) event.preventDefault()
  },
  onPaste(event: ClipboardEvent): void {
    const fault = pasteFault(event.clipboardData.getData('text/plain'))
    if (fault === undefined) return
    event.preventDefault()
    toast.error(fault)
  },
}
