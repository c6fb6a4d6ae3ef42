import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { useEffect, useState } from 'react'
import { isCallError } from '../../lib/call-error.ts'
import type { PaletteHit, PaletteSource } from '../../lib/palette.ts'
import { paletteSources } from '../../lib/palette.ts'
import { session } from '../../lib/client.ts'
import { holdsCall } from '../../lib/permission.tsx'

export type FoundGroup = { kind: string; hits: readonly PaletteHit[]; failure?: unknown }

/** While the person is still typing, nothing is searched. */
const NOTHING: readonly FoundGroup[] = []

/** Searches in every source that the person may use and shows each answer as it comes; hits for former text are removed at once. */
export function useFound(words: string): { groups: readonly FoundGroup[]; isLooking: boolean } {
  const [found, setFound] = useState<{ words: string; groups: readonly FoundGroup[]; left: number }>()
  useEffect(() => {
    if (words === '') return undefined
    const stop = new AbortController()
    const sources = paletteSources().filter(({ call }) => holdsCall(session.get().apiRight, call))
    const timer = setTimeout(() => {
      setFound({ words, groups: NOTHING, left: sources.length })
      for (const source of sources) void look(source)
    }, DEBOUNCE_MS)
    const look = async (source: PaletteSource): Promise<void> => {
      const group = await ask(source, words, stop.signal)
      if (stop.signal.aborted) return
      setFound((now) =>
        now?.words === words ? { words, groups: inOrder([...now.groups, group], sources), left: now.left - 1 } : now,
      )
    }
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [words])
  if (words === '') return { groups: NOTHING, isLooking: false }
  const isHere = found?.words === words
  return { groups: isHere ? found.groups : NOTHING, isLooking: !isHere || found.left > 0 }
}

async function ask(source: PaletteSource, words: string, signal: AbortSignal): Promise<FoundGroup> {
  try {
    const { default: find } = await source.load()
    return { kind: source.kind, hits: await find(words, signal) }
  } catch (failure) {
    if (!isCallError(failure)) console.error('a source of the palette broke', failure)
    return { kind: source.kind, hits: [], failure }
  }
}

const inOrder = (groups: readonly FoundGroup[], sources: readonly PaletteSource[]): FoundGroup[] =>
  sources.flatMap(({ kind }) => groups.filter((group) => group.kind === kind))
