import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../lib/client.ts'
import styles from './submission.module.css'

export type Submission = {
  /** for the button that submits, and for Enter */
  submit: () => void
  /** goes into the form, where the person looks for what is missing */
  line: ReactNode
}

/**
 * A form made by hand says what is wrong with it as the generic validator does (specification, section 5): its button can always be pressed,
 * the first failure is shown in a toast and stands in the form from then on. A greyed button would say nothing to whoever cannot
 * hover over it. `wrong`: the first failure, or undefined where all is well.
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
