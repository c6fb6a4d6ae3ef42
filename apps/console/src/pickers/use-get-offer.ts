import { useRead } from '../lib/use-call.ts'

/** One 1688 offer with its SKUs, at most 30 seconds old, for choosing one of them. */
export const useGetOffer = (offerId: string) =>
  useRead('getOffer', { offerId }, { keepPrevious: false, staleTime: 30_000 })
