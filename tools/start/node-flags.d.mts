/** Node flags for the programs that are started. */
export const NODE_FLAGS: readonly string[]
/** Settings of the C library's memory for the same programs. */
export const MALLOC_ENV: Readonly<Record<string, string>>
export function nodeFlags(machine: { heapLimitMb: number; nodeOptions: string }): string[]
