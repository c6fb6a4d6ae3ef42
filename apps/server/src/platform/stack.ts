import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import type { SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Places of the bundle in a stack, told as places of the sources. Node's own --enable-source-maps keeps every map in memory from the
 * start; this reads ours when there is something to tell, and lets go of it.
 */
const BUNDLE = import.meta.url
let held: WeakRef<SourceMap> | undefined

export function sourceStack(stack: string): string {
  if (!stack.includes(`${BUNDLE}:`)) return stack
  const map = mapOfBundle()
  if (!map) return stack
  // Bounded: stacks that this process made.
  return stack.replaceAll(/(file:\/\/[^\s()]+):(\d+):(\d+)/g, (place, file: string, line: string, column: string) => {
    if (file !== BUNDLE) return place
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1)
    return 'originalSource' in entry
      ? `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : place
  })
}

/** Undefined when we do not run as a bundle, or its map was not shipped: a stack as it is beats none. */
function mapOfBundle(): SourceMap | undefined {
  const known = held?.deref()
  if (known) return known
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(BUNDLE)}.map`, 'utf8')) as SourceMapPayload)
    held = new WeakRef(map)
    return map
  } catch {
    return undefined
  }
}
