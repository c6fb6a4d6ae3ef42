import { uuidV7 } from '@huoqiao/kit/ids'

/** An identifier for what a person adds. getRandomValues also exists over plain HTTP, randomUUID does not. */
export const newId = (): string => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
