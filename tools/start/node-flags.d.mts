/** Node flags for the programs that are started. */
export const NODE_FLAGS: readonly string[]
export function nodeFlags(machine: { heapLimitMb: number; nodeOptions: string }): string[]
