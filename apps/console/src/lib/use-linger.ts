import { useEffect, useState } from 'react'

/** True while `is`, and for `ms` after that, so that what has just finished is read once more. */
export function useLinger(is: boolean, ms: number): boolean {
  const [isRested, setRested] = useState(!is)
  if (is && isRested) setRested(false)
  useEffect(() => {
    if (is) return undefined
    const timer = setTimeout(() => setRested(true), ms)
    return () => clearTimeout(timer)
  }, [is, ms])
  return is || !isRested
}
