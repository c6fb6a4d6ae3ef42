import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'

type Manifest = { icons: Record<string, string>; action: { default_icon: Record<string, string> } }
const source = (name: string): Promise<Buffer> => readFile(new URL(`../src/${name}`, import.meta.url))
const manifest = JSON.parse((await source('manifest.json')).toString()) as Manifest
const SIZES = [16, 32, 48, 128]

/** Width, height and pixels (red, green, blue, opacity) of a PNG with eight bits a channel and one part with data. */
function read(png: Buffer) {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001A\n')
  expect([...png.subarray(24, 29)]).toEqual([8, 6, 0, 0, 0])
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const at = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  expect(rows.length).toBe(height * (1 + width * 4))
  const pixel = (x: number, y: number) => [...rows.subarray(y * (1 + width * 4) + 1 + x * 4).subarray(0, 4)]
  return { width, height, pixel }
}

test('the manifest of the extension names an icon of each size, for its button as well', () => {
  const named = Object.fromEntries(SIZES.map((size) => [String(size), `icon-${size}.png`]))
  expect(manifest.icons).toEqual(named)
  expect(manifest.action.default_icon).toEqual(named)
})

test.each(SIZES)(
  'the icon of %i pixels has its size, transparent corners, the bridge and its two ends',
  async (size) => {
    const png = await source(`icon-${size}.png`)
    const { width, height, pixel } = read(png)
    expect([width, height]).toEqual([size, size])
    expect(pixel(0, 0)[3]).toBeLessThan(128)
    const at = (x: number, y: number) => pixel(Math.floor((x * size) / 32), Math.floor((y * size) / 32))
    expect(at(16, 28)).toEqual([0x10, 0x24, 0x3f, 255])
    expect(at(4.5, 22)).toEqual([0xdc, 0x68, 0x03, 255])
    expect(at(27.5, 22)).toEqual([0x2f, 0xb5, 0x7c, 255])
    const [, , blue] = at(16, 22)
    expect(blue).toBeGreaterThan(0x80)
    expect(png.length).toBeLessThan(6_000)
  },
)
