import { uuidV7 } from '@huoqiao/kit/ids'

/** An identifier for what a person adds; getRandomValues is there over plain HTTP too, randomUUID is not. */
export const newId = (): string => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
