import type { Readable } from 'node:stream'

/** `disk`: a folder of this machine, which only the one process of the app sees. The others every node sees. */
export type StorageKind = 'disk' | 'postgres' | 's3'

/** What is put: bytes, or a file that is too large for memory. `hash` is its SHA-256, hex. */
export type Content = { hash: string; size: number; mime: string } & ({ bytes: Buffer } | { path: string })

/**
 * Where objects lie. A key stands for the same bytes for ever, as it is made by us from their hash or is never given again: putting
 * one twice puts the same. Nothing here takes part in a caller's transaction, as an upload to a storage outlasts what one may last.
 */
export type Storage = {
  put(key: string, content: Content): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  /** The same as a stream: what people fetch may be larger than one wants in memory. Fails when it ends before the whole. */
  stream(key: string): Promise<Readable | undefined>
  /** What is not there is removed already. */
  remove(key: string): Promise<void>
}
