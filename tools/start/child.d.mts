import type { LogSettings } from './log-file.mjs'

export type ChildOptions = {
  name: string
  title: string
  file: string
  args?: string[]
  execArgv?: string[]
  env: Record<string, string>
  cwd: string
  logs: LogSettings
  onStep: (this: void, text: string) => void
  onGone: (this: void, error: Error) => void
}
export type Child = { ready: Promise<string>; stop: (this: void) => Promise<void> }
export function startChild(options: ChildOptions): Child
