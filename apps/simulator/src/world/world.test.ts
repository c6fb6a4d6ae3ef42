import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATEGORIES } from './catalogue.ts'
import { readPictureName } from './pictures.names.ts'
import { drawWorld, worldHash, worldOf } from './world.ts'
import type { Offer } from './world.types.ts'

const world = worldOf('huoqiao')

describe('the simulated market', () => {
  it('is the same for the same seed and another for another', () => {
    expect(worldHash(drawWorld('huoqiao'))).toBe(worldHash(world))
    expect(worldHash(drawWorld('other'))).not.toBe(worldHash(world))
  })

  it('has at least 2,000 offers in 20 categories from about 180 suppliers', () => {
    expect(world.offers.length).toBeGreaterThanOrEqual(2000)
    expect(new Set(world.offers.map((offer) => offer.topCategoryId)).size).toBe(20)
    expect(world.suppliers).toHaveLength(180)
    expect(new Set(world.suppliers.map((supplier) => supplier.openId)).size).toBe(180)
  })

  it('numbers offers and SKUs as the platform does, each once', () => {
    const skus = world.offers.flatMap((offer) => offer.skus)
    expect(new Set(world.offers.map((offer) => offer.offerId)).size).toBe(world.offers.length)
    expect(new Set(skus.map((sku) => sku.skuId)).size).toBe(skus.length)
    expect(new Set(skus.map((sku) => sku.specId)).size).toBe(skus.length)
    expect(world.offers.filter((offer) => !/^\d{12,13}$/.test(offer.offerId))).toEqual([])
    expect(skus.filter((sku) => !/^\d{13}$/.test(sku.skuId) || !/^[0-9a-f]{32}$/.test(sku.specId))).toEqual([])
  })

  it('has products without SKUs, with one, with 60, of all three quote types, and SKUs out of stock', () => {
    const counts = new Set(world.offers.map((offer) => offer.skus.length))
    expect(counts).toContain(0)
    expect(counts).toContain(1)
    expect(Math.max(...counts)).toBe(60)
    expect(new Set(world.offers.map((offer) => offer.quoteType))).toEqual(new Set([0, 1, 2]))
    expect(world.offers.some((offer) => offer.skus.some((sku) => sku.stock === 0))).toBe(true)
  })

  it('has prices that fall with the quantity and are never below a tenth of a yuan', () => {
    const falls = ({ tiers }: Offer): boolean =>
      tiers.every(
        ({ startQuantity, priceFen }, i) =>
          i === 0 || (startQuantity > tiers[i - 1]!.startQuantity && priceFen < tiers[i - 1]!.priceFen),
      )
    expect(world.offers.filter(({ tiers, minOrderQuantity }) => tiers[0]!.startQuantity !== minOrderQuantity)).toEqual(
      [],
    )
    expect(world.offers.filter(({ tiers }) => !tiers.every(({ priceFen }) => priceFen >= 10))).toEqual([])
    expect(world.offers.filter((offer) => !falls(offer))).toEqual([])
  })

  it('has some titles that break careless pages, and some long ones within the limit of 128', () => {
    const titles = world.offers.map((offer) => offer.title.zh)
    expect(titles.some((title) => title.includes('<'))).toBe(true)
    expect(titles.some((title) => title.includes('&'))).toBe(true)
    expect(titles.some((title) => title.length > 100)).toBe(true)
    expect(Math.max(...titles.map((title) => Array.from(title).length))).toBeLessThanOrEqual(128)
  })

  it('names only pictures that can be drawn', () => {
    const assets = join(
      dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')),
      'assets',
    )
    for (const kind of CATEGORIES.flatMap((category) => category.kinds))
      expect(existsSync(join(assets, `${kind.emoji}.webp`)), kind.name.zh).toBe(true)
    const strange = world.offers.flatMap(({ images, descriptionImages, kind }) =>
      [...images, ...descriptionImages].filter((name) => readPictureName(name)?.emoji !== kind.emoji),
    )
    expect(strange).toEqual([])
  })
})
