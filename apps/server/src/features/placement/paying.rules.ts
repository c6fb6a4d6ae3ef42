/** What a person may count on, and do, while nobody knows whether a payment was made. */
export const CHECKING = '核对清楚之前不会再付；系统会继续核对，点“刷新”可以马上核对'

/** Which stage is meant, after whatever else is said; nothing where the whole is paid at once. */
export const stageWords = ({ stage }: { stage: number | null }): string => (stage === null ? '' : `（第${stage}阶段）`)
