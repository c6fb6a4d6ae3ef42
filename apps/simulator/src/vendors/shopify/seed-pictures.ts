import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Pictures of the merchant's own products, from the same package that the seeded market uses (stack, "pictures"). They are read from the
 * package: otherwise every reset would copy them again.
 */
const MARK = 'seed-'
let assets: string | undefined

/** The blob name of a picture, and its size in bytes; undefined when the package has none of that name. */
export function seedPicture(name: string): { blob: string; bytes: number } | undefined {
  const blob = `${MARK}${name}.webp`
  const found = statSync(seedPicturePath(blob)!, { throwIfNoEntry: false })
  return found && { blob, bytes: found.size }
}

/** Undefined for the blobs that the pipeline keeps itself. */
export function seedPicturePath(blob: string): string | undefined {
  if (!blob.startsWith(MARK)) return undefined
  assets ??= join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')
  return join(assets, blob.slice(MARK.length))
}
