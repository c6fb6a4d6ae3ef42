import { useEffect, useState } from 'react'

/** The time now, looked at again every `everyMs` while the view is on the screen, so that "5分钟前" does not grow stale. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const look = (): void => setNow(Date.now())
    // A view that comes back to the screen after a while begins with the right time.
    const soon = setTimeout(look, 0)
    const timer = setInterval(look, everyMs)
    return () => {
      clearTimeout(soon)
      clearInterval(timer)
    }
  }, [everyMs])
  return now
}
