import type { Readable } from 'node:stream'

export type LogSettings = { folder: string; maxBytes: number; keep: number }
export type LogFile = { take: (this: void, output: Readable) => void; close: (this: void) => void }
export function openLogFile(name: string, settings: LogSettings, now?: () => Date): LogFile
export function keepToOwner(folder: string): void
