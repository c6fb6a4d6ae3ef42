import sharp from 'sharp'
import type { SimCore } from '../../core.ts'
import { hash32, hexOf } from '../../core/random.ts'
import { CATEGORIES } from '../../world/catalogue.ts'
import { emojiPath } from '../../world/pictures.ts'

/** A picture is compared as 12×12 points: enough to distinguish a shoe from a cup. */
const POINTS = 12

/** How much a colour may differ from the background to be removed with it; gradients and shadows need more than plain white. */
const THRESHOLDS = [30, 70, 120]

/** `looks`: red, green, blue of each point, one list per threshold. `ground`: red, green, blue of the background. */
type UploadRow = { imageId: string; looks: number[][]; ground: number[]; width: number; height: number }

export type PictureSearch = {
  /** Stores an uploaded picture; undefined when the bytes are not a picture. The same bytes get the same id. */
  upload(bytes: Buffer): Promise<UploadRow | undefined>
  get(imageId: string): UploadRow | undefined
  /** The emoji of all product kinds, the most similar first, each with its distance. The same picture gives the same order. */
  alike(upload: UploadRow): Promise<{ emoji: string; distance: number }[]>
  clear(): void
}

const rgb = (bytes: Buffer): number[] => Array.from(bytes.subarray(0, 3))

/** Removes the background and shrinks the rest, so that the object is compared and not the background. */
async function lookOf(picture: Buffer, ground: readonly number[], threshold: number): Promise<number[]> {
  const background = { r: ground[0]!, g: ground[1]!, b: ground[2]! }
  const flat = await sharp(picture).flatten({ background }).png({ compressionLevel: 0 }).toBuffer()
  // A picture that is only background cannot be trimmed: it is compared whole.
  const trimmed = await sharp(flat)
    .trim({ background, threshold })
    .png({ compressionLevel: 0 })
    .toBuffer()
    .catch(() => flat)
  return Array.from(
    await sharp(trimmed).resize(POINTS, POINTS, { fit: 'fill' }).removeAlpha().toColourspace('srgb').raw().toBuffer(),
  )
}

/** Colour of the picture's upper left corner: its background, for a product photograph. */
const groundOf = async (picture: Buffer): Promise<number[]> =>
  rgb(
    await sharp(picture)
      .flatten({ background: '#ffffff' })
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer(),
  )

/** An emoji as red, green, blue, alpha of each point, trimmed. Reading points is much faster than sharp's trim. */
async function emojiLook(emoji: string): Promise<number[]> {
  const { data, info } = await sharp(emojiPath(emoji)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const box = { left: info.width, top: info.height, right: 0, bottom: 0 }
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if (data[(y * info.width + x) * 4 + 3]! < 16) continue
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y)
    }
  }
  const cut = { left: box.left, top: box.top, width: box.right - box.left + 1, height: box.bottom - box.top + 1 }
  const shrunk = sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } }).extract(cut)
  return Array.from(await shrunk.resize(POINTS, POINTS, { fit: 'fill' }).raw().toBuffer())
}

/** Squared difference between a picture and an emoji on that background, lightened like the generated backgrounds. */
function distance(look: readonly number[], emoji: readonly number[], ground: readonly number[]): number {
  let sum = 0
  for (let point = 0; point < POINTS * POINTS; point++) {
    const alpha = emoji[point * 4 + 3]! / 255
    for (let channel = 0; channel < 3; channel++) {
      const behind = ground[channel]! + (255 - ground[channel]!) * 0.3
      const expected = emoji[point * 4 + channel]! * alpha + behind * (1 - alpha)
      sum += (look[point * 3 + channel]! - expected) ** 2
    }
  }
  return sum
}

let known: Promise<Map<string, number[]>> | undefined
/** Points of all product kinds. They depend only on the pictures of the package, so they are computed once per process. */
const learned = (): Promise<Map<string, number[]>> =>
  (known ??= (async () => {
    const emojis = new Set(CATEGORIES.flatMap((category) => category.kinds.map((kind) => kind.emoji)))
    return new Map(await Promise.all(Array.from(emojis, async (emoji) => [emoji, await emojiLook(emoji)] as const)))
  })())

export function openPictureSearch(core: SimCore): PictureSearch {
  const table = core.table<UploadRow>('1688-uploads')
  return {
    upload: async (bytes) => {
      const meta = await sharp(bytes)
        .metadata()
        .catch(() => undefined)
      if (!meta?.width || !meta.height) return undefined
      const imageId = String(1_000_000_000 + hash32(hexOf(bytes.toString('base64'), 32)))
      const ground = await groundOf(bytes)
      const looks: number[][] = []
      for (const threshold of THRESHOLDS) looks.push(await lookOf(bytes, ground, threshold))
      const row: UploadRow = { imageId, looks, ground, width: meta.width, height: meta.height }
      table.put(imageId, row)
      return row
    },
    get: (imageId) => table.get(imageId),
    alike: async (upload) => {
      const all = await learned()
      return Array.from(all, ([emoji, own]) => ({
        emoji,
        distance: Math.min(...upload.looks.map((look) => distance(look, own, upload.ground))),
      })).sort((a, b) => a.distance - b.distance || (a.emoji < b.emoji ? -1 : 1))
    },
    clear: () => table.clear(),
  }
}
