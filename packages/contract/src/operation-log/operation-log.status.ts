import type { Hue } from '../states.ts'

/** How a logged call ended. Without schemas, for the console too. */
export type LoggedOutcome = 'ok' | 'refused' | 'fault'

export const LOGGED_OUTCOMES: Readonly<Record<LoggedOutcome, { label: string; hue: Hue }>> = {
  ok: { label: '成功', hue: 'done' },
  refused: { label: '被拒绝', hue: 'attention' },
  fault: { label: '出错', hue: 'failed' },
}
