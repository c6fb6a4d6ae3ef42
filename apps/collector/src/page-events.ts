/** Events between page-data.ts, which runs in the page's own world, and the content script. */
export const ASK_EVENT = 'huoqiao-collector-ask'
export const ANSWER_EVENT = 'huoqiao-collector-answer'
