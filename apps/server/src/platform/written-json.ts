/**
 * Data of an answer that is JSON already: lists whose rows were written once and are sent again as they are (decision 0037).
 * `T`: what it reads as.
 */
export class WrittenJson<T> {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  read(): T {
    return JSON.parse(this.text) as T
  }
}
