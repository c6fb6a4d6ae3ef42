import { randomBytes } from 'node:crypto'
import { uuidV7 } from '@huoqiao/kit'
import type { Clock } from './clock.ts'

export type NewId = () => string
export const idSource =
  (clock: Clock): NewId =>
  () =>
    uuidV7(clock.now(), randomBytes(10))
