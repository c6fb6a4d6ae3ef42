/** The app's address, and the collector key. Stored in this browser profile only. */
export type Settings = { readonly address: string; readonly key: string }

const NAME = 'settings'

export async function readSettings(): Promise<Settings | undefined> {
  const kept = (await chrome.storage.local.get(NAME))[NAME] as Settings | undefined
  return kept
}

export const saveSettings = (settings: Settings): Promise<void> => chrome.storage.local.set({ [NAME]: settings })

/** The origin of an address that a person typed or copied from the app; undefined if it is none. */
export function originOf(typed: string): string | undefined {
  const address = /^https?:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`
  return URL.canParse(address) ? new URL(address).origin : undefined
}
