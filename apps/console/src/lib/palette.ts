import type { CallName } from './contract.ts'

/** A hit of the command palette: the page that it opens, or the command that it runs. */
export type PaletteHit = { key: string; title: string; note?: string } & (
  | { to: string; run?: never }
  | { run: () => void; to?: never }
)

/** Returns the best few hits, best first. `words` is trimmed and never empty. Throws what its call throws. */
export type PaletteFind = (words: string, signal: AbortSignal) => Promise<readonly PaletteHit[]>

/**
 * What the palette searches in for one feature (beyond, item 13). Registered in `<feature>.routes.tsx`, which is loaded before any page;
 * the search itself is a chunk of its own, loaded with the first search.
 */
export type PaletteSource = {
  /** heading of its hits: 订单, 采购单, 商品 */
  kind: string
  /** people who may not make this call do not get the source */
  call: CallName
  /** lower numbers come first; pages come before all */
  order: number
  load: () => Promise<{ default: PaletteFind }>
}

const sources = new Map<string, PaletteSource>()

/** The last source registered for a kind is used. */
export function registerPaletteSource(source: PaletteSource): void {
  sources.set(source.kind, source)
}

export const paletteSources = (): PaletteSource[] => [...sources.values()].sort((a, b) => a.order - b.order)
