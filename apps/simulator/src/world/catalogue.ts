import { readCategory } from './category.reading.ts'
import { FASHION } from './category.fashion.ts'
import { HOME } from './category.home.ts'
import { LEISURE } from './category.leisure.ts'
import { TECHNICAL } from './category.technical.ts'
import type { Category } from './world.types.ts'

/** All categories of the simulated market, in the order of their numbers. */
export const CATEGORIES: readonly Category[] = Object.entries({ ...FASHION, ...HOME, ...LEISURE, ...TECHNICAL }).map(
  ([key, written]) => readCategory(key, written),
)

/** Numbers of the three category levels: one top level for all consumer goods of a category, one second level, one third per kind. */
export const topCategoryId = (categoryIndex: number): number => 10_001 + categoryIndex
export const secondCategoryId = (categoryIndex: number): number => 1_034_300 + categoryIndex * 7
export const thirdCategoryId = (categoryIndex: number, kindIndex: number): number =>
  123_456_000 + categoryIndex * 100 + kindIndex
