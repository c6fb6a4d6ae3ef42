import { useState } from 'react'
import { toast } from './client.ts'
import type { Done } from './use-call.ts'

/** What a check of a connection to a shop or a marketplace found. */
type Checked<Health extends string> = { name: string; health: Health }

/**
 * Checks of connections, several at a time: which are under way; each shows its result in a toast. `words`: the words for its health
 * states.
 */
export function useConnectionChecks<Health extends string>(
  check: (id: string) => Promise<Done<Checked<Health>>>,
  words: Readonly<Record<Health, { label: string }>>,
): { checking: ReadonlySet<string>; run: (id: string) => void } {
  const [checking, setChecking] = useState<ReadonlySet<string>>(new Set())
  async function look(id: string): Promise<void> {
    setChecking((now) => new Set([...now, id]))
    const done = await check(id)
    setChecking((now) => new Set([...now].filter((one) => one !== id)))
    if (!done.ok) return
    const { name, health } = done.data
    const reported = `${name}：${words[health].label}`
    if (health === 'ok') toast.success(reported)
    else toast.error(reported)
  }
  return { checking, run: (id) => void look(id) }
}
