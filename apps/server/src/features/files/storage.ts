import type { Readable } from 'node:stream'

/** `disk`: a folder of this machine, only visible to the app's one process. Every node sees the others. */
export type StorageKind = 'disk' | 'postgres' | 's3'

/** Content to store: bytes, or a file that is too large for memory. `hash`: its SHA-256, hex. */
export type Content = { hash: string; size: number; mime: string } & ({ bytes: Buffer } | { path: string })

/**
 * A place for objects. The content of a key never changes, because we derive keys from the hash or never reuse them; storing a key twice
 * stores the same bytes. No method uses a caller's transaction, because an upload may take longer than a transaction may last.
 */
export type Storage = {
  put(key: string, content: Content): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  /** The same as a stream, for objects that may be too large for memory. Fails if it ends before the whole. */
  stream(key: string): Promise<Readable | undefined>
  /** Removing a missing object succeeds. */
  remove(key: string): Promise<void>
}
