import type { Fault, FaultKind, Faults, Table } from '../core.ts'

/** `times` of a fault that applies until it is removed. */
export const UNTIL_REMOVED = 1_000_000_000

/**
 * Faults on demand, stored on disk. The oldest matching fault is applied; a fault counts a call as seen only when no older one was applied
 * to it. A fault is removed after its last time.
 */
export function openFaults(table: Table<Fault>, random: (label: string) => () => number): Faults {
  const streams = new Map<string, () => number>()
  const held = new Set<() => void>()
  let lastId = Math.max(0, ...Array.from(table.values(), (fault) => Number(fault.id.slice(1))))

  const applies = (fault: Fault): boolean => {
    if (fault.seen % fault.every !== 0) return false
    if (fault.chance === undefined) return true
    let stream = streams.get(fault.id)
    if (!stream) streams.set(fault.id, (stream = random(`fault:${fault.id}:${fault.seen}`)))
    return stream() < fault.chance
  }
  const take = (vendor: Fault['vendor'], call: string, account: string): FaultKind | undefined => {
    for (const fault of table.values()) {
      if (fault.vendor !== vendor || (fault.call !== '*' && fault.call !== call)) continue
      if (fault.account !== undefined && fault.account !== account) continue
      fault.seen++
      const applied = applies(fault)
      if (applied) fault.times--
      if (fault.times <= 0) table.delete(fault.id)
      else table.put(fault.id, fault)
      if (applied) return fault.fault
    }
    return undefined
  }
  return {
    take,
    list: () => Array.from(table.values(), (fault) => ({ ...fault })),
    add: (given) => {
      const fault: Fault = { ...given, id: `f${++lastId}`, seen: 0 }
      table.put(fault.id, fault)
      return { ...fault }
    },
    remove: (id) => table.delete(id),
    clear: () => {
      table.clear()
      streams.clear()
      for (const letGo of held) letGo()
    },
    hold: (ms) =>
      new Promise((resolve) => {
        const letGo = (): void => {
          clearTimeout(timer)
          held.delete(letGo)
          resolve()
        }
        const timer = setTimeout(letGo, ms)
        held.add(letGo)
      }),
  }
}
