import { useRead } from '../lib/use-call.ts'

/** One 1688 offer with its SKUs, for choosing among them: as it was half a minute ago at most. */
export const useGetOffer = (offerId: string) =>
  useRead('getOffer', { offerId }, { keepPrevious: false, staleTime: 30_000 })
