export type DemoAccount = { account: string; password: string; note: string }

/** What the server writes into `<meta name="huoqiao-demo">`; a production installation writes nothing. */
export type Demo = { isDemo: boolean; accounts: DemoAccount[] }

/**
 * An installation on the sandbox lists its accounts in the tag as JSON, or writes "true" when the accounts are printed where the server was
 * started. An empty or missing tag means a production installation.
 */
export function readDemo(of: ParentNode = document): Demo {
  const text = of.querySelector<HTMLMetaElement>('meta[name="huoqiao-demo"]')?.content ?? ''
  if (text === '') return { isDemo: false, accounts: [] }
  try {
    const value: unknown = JSON.parse(text)
    const list = Array.isArray(value) ? (value as DemoAccount[]) : []
    return { isDemo: true, accounts: list.filter((one) => typeof one?.account === 'string') }
  } catch (error) {
    console.error('the demo accounts are not readable', error)
    return { isDemo: true, accounts: [] }
  }
}
