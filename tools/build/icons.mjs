import { crc32, deflateSync } from 'node:zlib'

/** The sizes that browsers ask of an extension: its button, its lists, its own page. */
export const ICON_SIZES = [16, 32, 48, 128]

/** The mark of the app (apps/console/public/static/bridge.svg) in its 32 units, on a dark ground that is seen on light and dark toolbars. */
const UNITS = 32
const CORNER = 7
const GROUND = [0x10, 0x24, 0x3f]
const LINE = [0x8d, 0xb4, 0xec]
const LINE_UNITS = 2.4
/** A thinner line is not seen at 16 pixels. */
const LINE_PIXELS = 1.4
const LINES = [
  ...curve([6, 22], [9, 13.5], [12, 10.5], [16, 10.5]),
  ...curve([16, 10.5], [20, 10.5], [23, 13.5], [26, 22]),
  [3, 22, 29, 22],
  [11, 22, 11, 16.5],
  [16, 22, 16, 10.8],
  [21, 22, 21, 16.5],
]
const DISCS = [
  { x: 4.5, y: 22, colour: [0xdc, 0x68, 0x03] },
  { x: 27.5, y: 22, colour: [0x2f, 0xb5, 0x7c] },
]
const DISC_RADIUS = 3.5
/** Samples of a pixel in each direction. */
const SAMPLES = 4

/**
 * The icon as a PNG with transparent corners.
 * @param {number} size pixels of a side
 * @returns {Buffer}
 */
export function iconPng(size) {
  const rows = Buffer.alloc(size * (1 + size * 4))
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) rows.set(pixel(size, x, y), y * (1 + size * 4) + 1 + x * 4)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Eight bits for each of red, green, blue and opacity.
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type, bytes) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(bytes.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), named.length + 4)
  return out
}

/** The mean of the samples; colours count by their opacity. */
function pixel(size, x, y) {
  const half = Math.max(LINE_UNITS, (LINE_PIXELS * UNITS) / size) / 2
  const sum = [0, 0, 0]
  let opaque = 0
  for (let n = 0; n < SAMPLES * SAMPLES; n++) {
    const at = (pixels, part) => ((pixels + (part + 0.5) / SAMPLES) * UNITS) / size
    const colour = colourAt(at(x, n % SAMPLES), at(y, Math.floor(n / SAMPLES)), half)
    if (!colour) continue
    opaque++
    for (const channel of [0, 1, 2]) sum[channel] += colour[channel]
  }
  if (opaque === 0) return [0, 0, 0, 0]
  return [...sum.map((all) => Math.round(all / opaque)), Math.round((255 * opaque) / (SAMPLES * SAMPLES))]
}

function colourAt(x, y, half) {
  const disc = DISCS.find((one) => (x - one.x) ** 2 + (y - one.y) ** 2 <= DISC_RADIUS ** 2)
  if (disc) return disc.colour
  if (LINES.some((line) => squaredDistance(x, y, line) <= half * half)) return LINE
  const overhang = (at) => Math.max(CORNER - at, at - (UNITS - CORNER), 0)
  return Math.hypot(overhang(x), overhang(y)) <= CORNER ? GROUND : undefined
}

/** From a point to a line from x1, y1 to x2, y2; squared, because a root for each sample takes most of the time. */
function squaredDistance(x, y, [x1, y1, x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
  const [offX, offY] = [x - x1 - along * dx, y - y1 - along * dy]
  return offX * offX + offY * offY
}

/** A cubic curve as short lines. */
function curve(...points) {
  const steps = 8
  const at = (t) =>
    [0, 1].map((axis) => {
      const [a, b, c, d] = points.map((point) => point[axis])
      const u = 1 - t
      return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
    })
  return Array.from({ length: steps }, (_, n) => [...at(n / steps), ...at((n + 1) / steps)])
}
