import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { openNobody } from './nobody.ts'

/**
 * A demo app with no shop behind it, for features that speak to nobody: it starts in a fraction of the time that the
 * whole simulator takes.
 */
export async function startAppAlone(
  options: Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'demoSimulator'> = {},
): Promise<TestApp> {
  const nobody = await openNobody()
  try {
    return await startTestApp({ work: false, ...options, demoSimulator: nobody.origin })
  } finally {
    nobody.close()
  }
}
