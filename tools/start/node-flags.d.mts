/** Flags of Node for the programs that we start. */
export const NODE_FLAGS: readonly string[]
