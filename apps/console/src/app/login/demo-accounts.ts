export type DemoAccount = { account: string; password: string; note: string }

/** What the server says of itself in `<meta name="huoqiao-demo">`; a real installation says nothing. */
export type Demo = { isDemo: boolean; accounts: DemoAccount[] }

/**
 * The tag of an installation on its sandbox holds its accounts as a JSON list, or just "true", when they are to be read where the app
 * was started. An empty tag, or none, is a real installation.
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
