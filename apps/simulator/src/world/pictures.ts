import { mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { hash32 } from '../core/random.ts'
import { readPictureName } from './pictures.names.ts'
import type { PictureMeaning } from './pictures.names.ts'

const EDGE = 800
/** Pictures kept in memory; about 25 kB each. */
const HOT_PICTURES = 600

const ASSETS = join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

/** Path of the emoji for a product kind. */
export const emojiPath = (emoji: string): string => join(ASSETS, `${emoji}.webp`)

/** Light backgrounds of product photographs. */
const SOFT = ['eef3f8', 'f8efe6', 'eaf5ec', 'f6ecf3', 'f3f1e7', 'e9f2f4', 'f9eded', 'efeefa', 'f4f6e8', 'e8eef0']

export type Pictures = {
  /** JPEG of a picture name, 800×800; undefined for a name of another form. Equal names give equal bytes. */
  read(name: string): Promise<Buffer | undefined>
}

type Pose = { background: string; angle: number; edge: number; left: number; top: number }

function poseOf(meaning: PictureMeaning): Pose {
  const part = (label: string, count: number): number => hash32(`${label}:${meaning.variety}`) % count
  if (meaning.scene === 'white') return { background: 'ffffff', angle: 0, edge: 600, left: 100, top: 100 }
  const edge = (meaning.scene === 'detail' ? 400 : 500) + part('edge', 120)
  const free = EDGE - edge
  const background = meaning.scene === 'sku' ? meaning.colour : SOFT[part('background', SOFT.length)]!
  return {
    background,
    angle: part('angle', 31) - 15,
    edge,
    left: Math.round(free / 2 + (part('left', 101) - 50) * (free / 300)),
    top: Math.round(free / 2 + (part('top', 101) - 50) * (free / 300)),
  }
}

/** Background with a lighter centre and a shadow on the ground. */
const backdrop = (pose: Pose, scene: string): Buffer => {
  const centre = pose.left + pose.edge / 2
  const ground = pose.top + pose.edge * 0.94
  const shadow =
    scene === 'white'
      ? ''
      : `<ellipse cx="${centre}" cy="${ground}" rx="${pose.edge * 0.42}" ry="${pose.edge * 0.09}" fill="url(#s)"/>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE}" height="${EDGE}"><defs>` +
      `<radialGradient id="g"><stop offset="0" stop-color="#fff" stop-opacity=".65"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
      `<radialGradient id="s"><stop offset="0" stop-color="#000" stop-opacity=".28"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient></defs>` +
      `<rect width="100%" height="100%" fill="#${pose.background}"/><rect width="100%" height="100%" fill="url(#g)"/>${shadow}</svg>`,
  )
}

async function drawPicture(meaning: PictureMeaning): Promise<Buffer> {
  const pose = poseOf(meaning)
  const thing = await sharp(emojiPath(meaning.emoji))
    .resize(pose.edge, pose.edge)
    .rotate(pose.angle, { background: '#00000000' })
    .resize(pose.edge, pose.edge, { fit: 'inside' })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(backdrop(pose, meaning.scene))
    .composite([{ input: thing, left: pose.left, top: pose.top }])
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Draws pictures on demand and stores them: the newest in memory, all in `folder`. Each name is drawn only once at a time. */
export function openPictures(folder: string): Pictures {
  mkdirSync(folder, { recursive: true })
  const hot = new Map<string, Promise<Buffer | undefined>>()

  const find = async (name: string, meaning: PictureMeaning): Promise<Buffer | undefined> => {
    const path = join(folder, name)
    const kept = await readFile(path).catch(() => undefined)
    if (kept && kept.length > 0) return kept
    const drawn = await drawPicture(meaning).catch(() => undefined)
    if (drawn) await writeFile(path, drawn)
    return drawn
  }
  return {
    read: (name) => {
      const meaning = readPictureName(name)
      if (!meaning) return Promise.resolve(undefined)
      const known = hot.get(name)
      if (known) {
        hot.delete(name)
        hot.set(name, known)
        return known
      }
      const found = find(name, meaning)
      hot.set(name, found)
      if (hot.size > HOT_PICTURES) hot.delete(hot.keys().next().value!)
      return found
    },
  }
}
