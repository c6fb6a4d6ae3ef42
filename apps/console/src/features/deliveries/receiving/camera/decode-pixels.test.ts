import sharp from 'sharp'
import { expect, test } from 'vitest'
import { code128Svg } from '../../../../lib/code-128.ts'
import { decodePixels } from './decode-pixels.ts'

/** A photo of a label: the barcode at an angle, on grey paper, a little blurred, in a frame as a camera gives it. */
async function photo(text: string, { degrees = 0, blur = 0.3 } = {}) {
  const label = await sharp(Buffer.from(code128Svg(text)))
    .resize(820, 160, { fit: 'fill', kernel: 'nearest' })
    .flatten({ background: '#fff' })
    .rotate(degrees, { background: '#ddd' })
    .blur(blur)
    .toBuffer()
  const { data, info } = await sharp({ create: { width: 1280, height: 720, channels: 4, background: '#ddd' } })
    .composite([{ input: label }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

test('a waybill number of digits, a purchase number and one with punctuation are read from their barcodes', async () => {
  for (const code of ['773312345678', 'SF1234567890123', 'CG202611260001', 'a.b_c/9-Z'])
    expect([code, decodePixels(await photo(code))]).toEqual([code, code])
})
test('a barcode that is held at an angle, or upside down, is read', async () => {
  expect(decodePixels(await photo('SF1234567890123', { degrees: 4, blur: 0.8 }))).toBe('SF1234567890123')
  expect(decodePixels(await photo('SF1234567890123', { degrees: 180 }))).toBe('SF1234567890123')
})
test('a picture without a barcode has no code', async () => {
  expect(
    decodePixels({ data: new Uint8ClampedArray(320 * 240 * 4).fill(200), width: 320, height: 240 }),
  ).toBeUndefined()
})
