import { createContext } from 'react'

/**
 * Where a page is drawn. One that a person is about to open is drawn ahead, behind the one on the screen: its effects rest, so
 * nothing of it subscribes or asks; its reads are fetched all the same (useRead), and it is drawn again with what they answer.
 * The object keeps its identity for the life of the view: stepping onto the screen draws nothing again.
 */
export type Stage = {
  /** Fetches a read of the page once, while the page is drawn ahead: one that failed waits until the page is opened. */
  fetchAhead: (read: string, fetch: () => Promise<void>) => void
  /** The page is on the screen from now on, and looks for itself. */
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
