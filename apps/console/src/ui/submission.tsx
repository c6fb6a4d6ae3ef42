import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../lib/client.ts'
import styles from './submission.module.css'

export type Submission = {
  /** for the button that submits, and for Enter */
  submit: () => void
  /** is placed in the form, where the person looks for what is missing */
  line: ReactNode
}

/**
 * A form made by hand reports its errors like the generic validator (specification, section 5): its button is always enabled, the first
 * failure is shown in a toast and stays in the form from then on. A disabled button would explain nothing to people who cannot hover over
 * it. `wrong`: the first failure, or undefined when all is valid.
 */
export function useSubmission(wrong: string | undefined, send: () => unknown): Submission {
  const [isTried, setTried] = useState(false)
  return {
    submit() {
      if (wrong === undefined) {
        void send()
        return
      }
      setTried(true)
      toast.error(wrong)
    },
    line:
      isTried && wrong !== undefined ? (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      ) : null,
  }
}
