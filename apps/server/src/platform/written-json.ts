/** Answer data that already is JSON text, for lists with cached rows (decision 0037). `T`: the type that it parses to. */
export class WrittenJson<T> {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  read(): T {
    return JSON.parse(this.text) as T
  }
}
