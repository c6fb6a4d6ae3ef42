/** Flags of Node for the programs that we start. */
export const NODE_FLAGS: readonly string[]
export function nodeFlags(machine: { heapLimitMb: number; nodeOptions: string }): string[]
