import { startTestHouse } from './harness.ts'
import type { TestHouse } from './harness.ts'
import { openNobody } from './nobody.ts'

/**
 * A demo house with no shop behind it, for features that speak to nobody: it starts in a fraction of the time that the
 * whole simulator takes.
 */
export async function startHouseAlone(
  options: Omit<NonNullable<Parameters<typeof startTestHouse>[0]>, 'demoSimulator'> = {},
): Promise<TestHouse> {
  const nobody = await openNobody()
  try {
    return await startTestHouse({ work: false, ...options, demoSimulator: nobody.origin })
  } finally {
    nobody.close()
  }
}
