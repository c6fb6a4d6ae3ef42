import { PAGE_VARIABLE } from './adapter-1688.ts'
import type { PageData } from './adapter-1688.ts'
import { ANSWER_EVENT, ASK_EVENT } from './page-events.ts'

/** Runs in the page's own world (manifest.json), because its variables are not visible to content scripts. Reads them only on request. */
document.addEventListener(ASK_EVENT, () => {
  const page = window as unknown as Record<string, unknown>
  const variables = Object.keys(page).filter((name) => /^__[A-Z][A-Z_]*$|^__[A-Z].*__$/.test(name))
  const data: PageData = { context: page[PAGE_VARIABLE], variables: variables.slice(0, 5) }
  document.dispatchEvent(new CustomEvent(ANSWER_EVENT, { detail: written(data) }))
})

/** As JSON text, the only form that passes between the two worlds. */
function written(data: PageData): string {
  try {
    return JSON.stringify(data)
  } catch {
    // Circular data is not in a form that the adapter knows.
    return JSON.stringify({ variables: data.variables })
  }
}
