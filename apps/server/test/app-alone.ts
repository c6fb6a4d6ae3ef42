import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { openNobody } from './nobody.ts'

/** A demo app without a shop, for features that call no other system: it starts much faster than with the whole simulator. */
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
