export type DemoAccount = { account: string; password: string; note: string }

/**
 * The accounts of a house on its sandbox, which its server may name in `<meta name="huoqiao-demo">` as a JSON list. A real
 * house has no such tag, and nothing is shown.
 */
export function demoAccounts(of: ParentNode = document): DemoAccount[] {
  const text = of.querySelector<HTMLMetaElement>('meta[name="huoqiao-demo"]')?.content
  if (!text) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? (list as DemoAccount[]).filter((one) => typeof one?.account === 'string') : []
  } catch (error) {
    console.error('the demo accounts are not readable', error)
    return []
  }
}
