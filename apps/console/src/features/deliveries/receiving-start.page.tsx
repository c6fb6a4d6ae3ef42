import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'

/** /receiving: where the installed app starts (public/manifest.webmanifest), short enough to be typed on a phone. */
export default function ReceivingStartPage(): ReactNode {
  const { search } = useLocation()
  return <Navigate to={`/purchase/receive${search}`} replace />
}
