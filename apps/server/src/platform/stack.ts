import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import type { SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Translates positions of the bundle in a stack to source positions. Node's --enable-source-maps keeps every map in memory from the start;
 * this loads ours only when needed and releases it.
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

/** Undefined: not running as a bundle, or its source map is missing; the stack then stays as it is. */
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
