import { createContext } from 'react'

/**
 * Whether a page is visible or prepared. A page that a person is about to open is prepared behind the visible one: its effects do not run,
 * so it neither subscribes nor polls. Its reads are fetched all the same (useRead), and it is rendered again with the answers. The object
 * keeps its identity for the life of the view: becoming visible renders nothing again.
 */
export type Stage = {
  /** Fetches a read of the page once, while the page is prepared; a read that failed is repeated only when the page is opened. */
  fetchAhead: (read: string, fetch: () => Promise<void>) => void
  /** The page is visible from now on, and reads its data itself. */
  enter: () => void
}

export function createStage(isBehind: boolean, onAnswer: () => void): Stage {
  let isAhead = isBehind
  const asked = new Set<string>()
  const answered = (): void => {
    if (isAhead) onAnswer()
  }
  return {
    fetchAhead(read, fetch) {
      if (!isAhead || asked.has(read)) return
      asked.add(read)
      void fetch().then(answered)
    },
    enter() {
      isAhead = false
    },
  }
}

export const StageContext = createContext<Stage | undefined>(undefined)
