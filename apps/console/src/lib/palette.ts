import type { CallName } from './contract.ts'

/** Something the command palette found: where it leads, or what it does. */
export type PaletteHit = { key: string; title: string; note?: string } & (
  | { to: string; run?: never }
  | { run: () => void; to?: never }
)

/** Answers the best few, best first. `words` is trimmed and never empty. Throws what its call throws. */
export type PaletteFind = (words: string, signal: AbortSignal) => Promise<readonly PaletteHit[]>

/**
 * What a feature lets the palette look through (beyond, item 13). Registered from `<feature>.routes.tsx`, which is loaded before any
 * page; the search itself is a chunk of its own, loaded when somebody first looks for something.
 */
export type PaletteSource = {
  /** heading of its hits: 订单, 采购单, 商品 */
  kind: string
  /** who may not make this call is not offered the source */
  call: CallName
  /** lower stands higher; pages stand before all */
  order: number
  load: () => Promise<{ default: PaletteFind }>
}

const sources = new Map<string, PaletteSource>()

/** The last source of a kind stays. */
export function registerPaletteSource(source: PaletteSource): void {
  sources.set(source.kind, source)
}

export const paletteSources = (): PaletteSource[] => [...sources.values()].sort((a, b) => a.order - b.order)
