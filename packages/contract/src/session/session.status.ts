import type { Hue } from '../states.ts'

/** How an attempt to log in ended. Without schemas, for the console too. */
export type LoginOutcome = 'ok' | 'refused'

export const LOGIN_OUTCOMES: Readonly<Record<LoginOutcome, { label: string; hue: Hue }>> = {
  ok: { label: '成功', hue: 'done' },
  refused: { label: '失败', hue: 'failed' },
}
