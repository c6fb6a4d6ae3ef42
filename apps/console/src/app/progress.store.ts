/** Whether a page is loading. `start` and `done` may be called more than once for one navigation. */
let underway = false
const listeners = new Set<() => void>()

function publish(next: boolean): void {
  if (underway === next) return
  underway = next
  for (const listener of listeners) listener()
}

export const progress = {
  start: (): void => publish(true),
  done: (): void => publish(false),
  get: (): boolean => underway,
  subscribe(this: void, listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
