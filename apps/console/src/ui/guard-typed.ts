type Guarded = { keyboard: boolean; mask: { closable: boolean } }

/** Properties of a window: what is typed in it must not be lost by an accidental key or click beside it. */
export const guardTyped = (isTyped: boolean): Guarded => ({ keyboard: !isTyped, mask: { closable: !isTyped } })
