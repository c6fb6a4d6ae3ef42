/** The parts of the browser's extension API that the collector uses; the published types of all of it would be a dependency. */
type Listener<Args extends unknown[], Answer = void> = { addListener(hear: (...args: Args) => Answer): void }
type Sender = { readonly tab?: { readonly id?: number } }

declare const chrome: {
  readonly runtime: {
    readonly onMessage: Listener<
      [message: unknown, sender: Sender, answer: (value: unknown) => void],
      boolean | undefined
    >
    readonly onInstalled: Listener<[]>
    readonly onStartup: Listener<[]>
    sendMessage(message: unknown): Promise<unknown>
    openOptionsPage(): Promise<void>
  }
  readonly storage: {
    readonly local: {
      /** null: everything */
      get(keys: string | readonly string[] | null): Promise<Record<string, unknown>>
      set(items: Readonly<Record<string, unknown>>): Promise<void>
      remove(keys: string | readonly string[]): Promise<void>
    }
    readonly onChanged: Listener<[changes: Readonly<Record<string, unknown>>, area: string]>
  }
  readonly alarms: {
    readonly onAlarm: Listener<[alarm: { readonly name: string }]>
    create(name: string, when: { readonly periodInMinutes: number }): Promise<void>
    clear(name: string): Promise<boolean>
  }
  readonly action: {
    readonly onClicked: Listener<[]>
    setBadgeText(badge: { readonly text: string }): Promise<void>
  }
  readonly tabs: {
    create(tab: { readonly url: string; readonly active: boolean }): Promise<{ readonly id?: number }>
    update(id: number, change: { readonly active: boolean }): Promise<unknown>
    remove(id: number): Promise<void>
    query(filter: { readonly url: string }): Promise<readonly { readonly id?: number }[]>
    sendMessage(id: number, message: unknown): Promise<unknown>
  }
}
