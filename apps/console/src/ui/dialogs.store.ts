import type { ReactNode } from 'react'

/** A question that waits for its answer. */
export type ConfirmQuestion = {
  kind: 'confirm'
  title: string
  content?: ReactNode
  okText?: string
  cancelText?: string
  /** the action cannot be undone */
  danger?: boolean
  /** pixels; for content that is a table */
  width?: number
}
export type TextQuestion = {
  kind: 'text'
  title: string
  content?: ReactNode
  label?: string
  initial?: string
  placeholder?: string
  maxLength?: number
  multiline?: boolean
  okText?: string
  /** the action cannot be undone */
  danger?: boolean
  /** a pattern that the text must match, with the message otherwise (default 输入不规范) */
  pattern?: RegExp
  patternMessage?: string
  /** returns what is wrong, or undefined */
  validator?: (text: string) => string | undefined | Promise<string | undefined>
  isRequired?: boolean
  /**
   * Sends the text, and calls `close` when that succeeded: until then the question stays open with its text. Absent: the question closes at
   * once.
   */
  submit?: (text: string, close: () => void) => Promise<unknown>
}
export type Question = ConfirmQuestion | TextQuestion
type Asked = Question & { id: number; answer: (value: string | boolean | undefined) => void }

let open: readonly Asked[] = []
let lastId = 0
const listeners = new Set<() => void>()
function publish(next: readonly Asked[]): void {
  open = next
  for (const listener of listeners) listener()
}

export const dialogs = {
  get: (): readonly Asked[] => open,
  subscribe(this: void, listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function ask(question: Question): Promise<string | boolean | undefined> {
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const answer = (value: string | boolean | undefined): void => {
      publish(open.filter((one) => one.id !== id))
      resolve(value)
    }
    publish([...open, { ...question, id, answer }])
  })
}

/** Asks yes or no; false when closed. */
export const askConfirm = async (question: Omit<ConfirmQuestion, 'kind'>): Promise<boolean> =>
  (await ask({ kind: 'confirm', ...question })) === true

/** Asks for a text (specification, section 5: with an optional pattern and validator); undefined when closed. */
export async function askText(question: Omit<TextQuestion, 'kind'>): Promise<string | undefined> {
  const text = await ask({ kind: 'text', ...question })
  return typeof text === 'string' ? text : undefined
}
export type AskedQuestion = Asked
