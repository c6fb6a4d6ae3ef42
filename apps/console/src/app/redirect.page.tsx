import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ownAddress } from './own-address.ts'

/** The refresh helper (specification, section 2): opens the address in `path`, whose kept view the shell drops. */
export default function RedirectPage(): null {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const target = ownAddress(params.get('path'))
  useEffect(() => {
    void navigate(target, { replace: true })
  }, [navigate, target])
  return null
}
