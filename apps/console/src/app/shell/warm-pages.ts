import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import { useEffect } from 'react'
import { progress } from '../progress.store.ts'

/** The page that a person opened first gets its answers before other pages are fetched in advance. */
export const CALM_MS = 3_000

/** Every address in the menu, in its order. */
export const menuPaths = (menu: readonly MenuItem[]): string[] =>
  menu.flatMap((item) => (item.children?.length ? menuPaths(item.children) : [item.url]))

export type Idle = () => Promise<void>

const whenIdle: Idle = () =>
  new Promise((resolve) => {
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })

/** Runs the tasks one after another, each when the browser is idle, until `signal` is aborted. */
export async function oneByOne(
  tasks: readonly (() => Promise<void>)[],
  signal: AbortSignal,
  idle: Idle = whenIdle,
): Promise<void> {
  for (const task of tasks) {
    // While a page is loading, its code has priority.
    do await idle()
    while (progress.get() && !signal.aborted)
    if (signal.aborted) return
    await task()
  }
}

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Fetches the code of the pages in the menu in advance, so that opening one shows it at once. */
export function useWarmPages(paths: readonly string[], warm: (path: string) => Promise<void>): void {
  useEffect(() => {
    if (paths.length === 0 || savesData()) return undefined
    const left = new AbortController()
    const timer = setTimeout(
      () =>
        void oneByOne(
          paths.map((path) => () => warm(path)),
          left.signal,
        ),
      CALM_MS,
    )
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [paths, warm])
}
