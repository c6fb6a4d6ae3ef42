/** Paths, from the root, of the failed files that may run once more; none when the failure is final. */
export function secondTry(failed: readonly string[], root: string): string[]
