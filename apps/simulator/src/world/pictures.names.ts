import { hexOf } from '../core/random.ts'

/**
 * A picture's name contains everything needed to draw it, so no list of pictures is stored. It looks like the platform's own names: O1CN01
 * + eight hex digits of variety + scene + colour + _!! + emoji + -0-cib.jpg.
 */
export type PictureScene = 'main' | 'white' | 'sku' | 'detail'

const LETTERS: Readonly<Record<PictureScene, string>> = { main: 'm', white: 'w', sku: 'c', detail: 'd' }
const NO_COLOUR = '000000'

export type PictureMeaning = {
  scene: PictureScene
  /** Eight hex digits that determine background, angle, place and size. */
  variety: string
  /** Background tint of a SKU picture. */
  colour: string
  emoji: string
}

/** Name of a picture; equal inputs give equal names. `colour` is six hex digits. */
export const pictureName = (label: string, scene: PictureScene, emoji: string, colour: string = NO_COLOUR): string =>
  `O1CN01${hexOf(label, 8)}${LETTERS[scene]}${colour}_!!${emoji.replaceAll('-', 'x')}-0-cib.jpg`

/** Parses a picture's name; undefined for any other name. */
export function readPictureName(name: string): PictureMeaning | undefined {
  const match = /^O1CN01([0-9a-f]{8})([mwcd])([0-9a-f]{6})_!!([0-9a-fx]{4,60})-0-cib\.jpg$/.exec(name)
  if (!match) return undefined
  const scene = (Object.keys(LETTERS) as PictureScene[]).find((key) => LETTERS[key] === match[2])!
  return { scene, variety: match[1]!, colour: match[3]!, emoji: match[4]!.replaceAll('x', '-') }
}
