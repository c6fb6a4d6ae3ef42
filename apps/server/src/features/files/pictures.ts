import type { Sharp } from 'sharp'
import { Refusal } from '../../platform/refusal.ts'
import type { ContentKind } from './content.rules.ts'

export type Picture = { bytes: Buffer; mime: string; extension: string; width: number; height: number }

/** A picture with more pixels than this (all frames of an animation together) is a decompression bomb, not a product photo. */
const MAX_INPUT_PIXELS = 120_000_000
/** Shops accept at most 20 megapixels; this is the longest side. */
const MAX_SIDE = 4_472

/**
 * Decodes and re-encodes a picture, so that no hidden data, location or camera data is stored. Size, transparency and animation stay; AVIF
 * becomes WebP, which every shop accepts.
 */
export async function reencode(bytes: Buffer, kind: ContentKind): Promise<Picture> {
  // Loaded on first use: it needs memory, and many installations never upload a picture.
  const { default: sharp } = await import('sharp')
  const animated = kind === 'gif' || kind === 'webp'
  try {
    const resized = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', animated })
      .timeout({ seconds: 60 })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    const { data, info } = await written(resized, kind).toBuffer({ resolveWithObject: true })
    const format = info.format === 'jpeg' ? 'jpg' : info.format
    const mime = `image/${info.format}`
    return { bytes: data, mime, extension: format, width: info.width, height: info.pageHeight ?? info.height }
  } catch (error) {
    const tooLarge = error instanceof Error && error.message.includes('pixel limit')
    throw new Refusal('file-refused', { why: tooLarge ? '图片尺寸太大' : '图片已损坏或无法识别' })
  }
}

/** Longest sides that are tried until the JPEG is small enough. */
const SIDES = [2400, 1600, 1000, 600] as const

/** The picture as a JPEG of fewer than `limit` bytes: what 1688 accepts as evidence. An animation becomes its first frame. */
export async function jpegBelow(bytes: Buffer, limit: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  for (const side of SIDES) {
    const data = await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS })
      .timeout({ seconds: 60 })
      .flatten({ background: 'white' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85, mozjpeg: true })
      .toBuffer()
    if (data.length < limit) return data
  }
  throw new Refusal('file-refused', { why: '图片太大，请换一张' })
}

function written(picture: Sharp, kind: ContentKind): Sharp {
  if (kind === 'jpeg') return picture.jpeg({ quality: 88, mozjpeg: true })
  if (kind === 'png') return picture.png({ compressionLevel: 9 })
  if (kind === 'gif') return picture.gif()
  return picture.webp({ quality: 88 })
}
