import sharp from 'sharp'
import type { SimCore } from '../../core.ts'
import { hash32, hexOf } from '../../core/random.ts'
import { CATEGORIES } from '../../world/catalogue.ts'
import { emojiPath } from '../../world/pictures.ts'

/** A picture as 12×12 points of red, green, blue: enough to tell a shoe from a cup. */
const POINTS = 12

type UploadRow = { imageId: string; points: number[]; width: number; height: number }

export type PictureSearch = {
  /** Keeps an uploaded picture; undefined when the bytes are no picture. The same bytes get the same id. */
  upload(bytes: Buffer): Promise<UploadRow | undefined>
  get(imageId: string): UploadRow | undefined
  /** Emoji of all product kinds, most alike first, each with its distance. Same picture, same order. */
  alike(upload: UploadRow): Promise<{ emoji: string; distance: number }[]>
  clear(): void
}

/** Cuts the even background off, so that a thing is compared and not the place where it stands. */
async function pointsOf(picture: Buffer, background: string): Promise<number[]> {
  const trimmed = await sharp(picture)
    .flatten({ background })
    .trim({ background, threshold: 60 })
    .toBuffer()
    .catch(() => sharp(picture).flatten({ background }).toBuffer())
  const raw = await sharp(trimmed)
    .resize(POINTS, POINTS, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return Array.from(raw)
}

const hexColour = (rgb: Buffer): string => `#${rgb.subarray(0, 3).toString('hex')}`

/** Colour of the picture's upper left corner: its background, for a product photograph. */
const cornerOf = async (picture: Buffer): Promise<string> =>
  hexColour(
    await sharp(picture)
      .flatten({ background: '#ffffff' })
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer(),
  )

const distance = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0)

export function openPictureSearch(core: SimCore): PictureSearch {
  const table = core.table<UploadRow>('1688-uploads')
  const emojis = Array.from(new Set(CATEGORIES.flatMap((category) => category.kinds.map((kind) => kind.emoji))))
  let known: Promise<Map<string, number[]>> | undefined
  const learn = async (): Promise<Map<string, number[]>> => {
    const map = new Map<string, number[]>()
    for (const emoji of emojis) {
      const onWhite = await sharp(emojiPath(emoji)).flatten({ background: '#ffffff' }).png().toBuffer()
      map.set(emoji, await pointsOf(onWhite, '#ffffff'))
    }
    return map
  }
  return {
    upload: async (bytes) => {
      const meta = await sharp(bytes)
        .metadata()
        .catch(() => undefined)
      if (!meta?.width || !meta.height) return undefined
      const imageId = String(1_000_000_000 + hash32(hexOf(bytes.toString('base64'), 32)))
      const row: UploadRow = {
        imageId,
        points: await pointsOf(bytes, await cornerOf(bytes)),
        width: meta.width,
        height: meta.height,
      }
      table.put(imageId, row)
      return row
    },
    get: (imageId) => table.get(imageId),
    alike: async (upload) => {
      const points = await (known ??= learn())
      return Array.from(points, ([emoji, own]) => ({ emoji, distance: distance(upload.points, own) })).sort(
        (a, b) => a.distance - b.distance || (a.emoji < b.emoji ? -1 : 1),
      )
    },
    clear: () => table.clear(),
  }
}
