import type { SharedApp } from './shared-app.ts'

/** Calls the simulator's control API. Throws unless the status is 200. */
export async function control<T>(
  { simulator }: Pick<SharedApp, 'simulator'>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${simulator}/control/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
