/** Message for the person while it is unknown whether a payment was made. */
export const CHECKING = '核对清楚之前不会再付；系统会继续核对，点“刷新”可以马上核对'

/** Names the stage, to be appended to a message; empty if the whole is paid at once. */
export const stageWords = ({ stage }: { stage: number | null }): string => (stage === null ? '' : `（第${stage}阶段）`)
