import { words } from './axes.ts'
import type { Category, ProductKind } from './world.types.ts'

/** The source form of a category: words as "中文|English" separated by commas, one kind per line. */
export type WrittenCategory = {
  name: string
  unit: string
  trade: string
  coloured: boolean
  materials: string
  features: string
  uses: string
  /** 中文|English|emoji file|yuan range|gram range|second axis */
  kinds: string[]
}

const range = (text: string): readonly [number, number] => {
  const [low, high] = text.split('-').map(Number)
  if (!Number.isFinite(low) || !Number.isFinite(high)) throw new RangeError(`not a range: ${text}`)
  return [low!, high!]
}

function readKind(line: string): ProductKind {
  const [zh, en, emoji, yuan, grams, axis] = line.split('|').map((part) => part.trim())
  return { name: { zh: zh!, en: en! }, emoji: emoji!, yuan: range(yuan!), grams: range(grams!), axis: axis! }
}

export const readCategory = (key: string, written: WrittenCategory): Category => ({
  key,
  name: words(written.name)[0]!,
  unit: words(written.unit)[0]!,
  trade: written.trade,
  coloured: written.coloured,
  materials: words(written.materials),
  features: words(written.features),
  uses: words(written.uses),
  kinds: written.kinds.map(readKind),
})
